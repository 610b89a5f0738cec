import annotation.create_models
import datetime
import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('annotation', '0001_initial'), ('annotation', '0002_second_reader'), ('annotation', '0003_allocation_calibration_discussion'), ('annotation', '0004_tallied_units')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        annotation.create_models.CreateModels(
            operations=[
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('mail_language', models.CharField(blank=True, help_text="Empty: the site's own.", max_length=10, verbose_name='language of mails')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'verbose_name': 'user',
                        'verbose_name_plural': 'users',
                        'abstract': False,
                    },
                    managers=[
                        ('objects', django.contrib.auth.models.UserManager()),
                    ],
                ),
                migrations.CreateModel(
                    name='Project',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(help_text='Appears in addresses; cannot be changed later.', unique=True, verbose_name='short name')),
                        ('name', models.CharField(max_length=200, verbose_name='name')),
                        ('description', models.TextField(blank=True, verbose_name='description')),
                        ('licence', models.CharField(blank=True, max_length=100, verbose_name='licence of releases')),
                        ('domains', models.JSONField(blank=True, default=dict, help_text='Construction domain to arena domain, as JSON.', verbose_name='domain mapping')),
                        ('overlap', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9)], verbose_name='labels per unit')),
                        ('lease', models.DurationField(default=datetime.timedelta(seconds=14400), verbose_name='lease')),
                        ('reservation', models.DurationField(default=datetime.timedelta(days=7), help_text='How long an assigned unit waits for its person to open it.', verbose_name='reservation')),
                        ('wants_second_reader', models.BooleanField(default=True, help_text='Blind to the first typing; a genome can be paired once both have read it.', verbose_name='a second reader types every genome')),
                        ('object_length_limit', models.PositiveIntegerField(default=400, verbose_name='longest object, in characters')),
                        ('may_send_texts', models.BooleanField(default=False, help_text='Extraction passes then send the texts to the address that whoever runs this site has set.', verbose_name='papers may be sent to the language model')),
                        ('may_send_restricted_texts', models.BooleanField(default=False, help_text='Only where the licences allow it, or where the language model runs in the house.', verbose_name='also papers whose text may not be redistributed')),
                        ('wants_suggestions', models.BooleanField(default=True, help_text='Shown dotted beside the objects of a pair; nothing is taken before somebody takes it.', verbose_name='suggest which objects may be aligned')),
                        ('qualification_units', models.PositiveSmallIntegerField(default=0, help_text='How many pairs with a known answer a new annotator labels first; 0: none.', verbose_name='known pairs before real work')),
                        ('qualification_percent', models.PositiveSmallIntegerField(default=70, validators=[django.core.validators.MaxValueValidator(100)], verbose_name='accuracy to qualify, in percent')),
                        ('check_every', models.PositiveSmallIntegerField(default=0, help_text='Known pairs come unannounced among the others, about one in so many; 0: never.', verbose_name='one known pair in about so many')),
                        ('check_window', models.PositiveSmallIntegerField(default=10, help_text="Accuracy is taken over each person's latest known pairs, so many of them.", validators=[django.core.validators.MinValueValidator(1)], verbose_name='known pairs that count')),
                        ('check_percent', models.PositiveSmallIntegerField(default=60, validators=[django.core.validators.MaxValueValidator(100)], verbose_name='pause below an accuracy of, in percent')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['name'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('overlap__gte', 1)), name='project_overlap_at_least_one')],
                    },
                ),
                migrations.CreateModel(
                    name='NotificationChoice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notification_choices', to=settings.AUTH_USER_MODEL)),
                        ('kind', models.CharField(choices=[('assigned', 'a unit is assigned to you'), ('taken_back', 'a unit is given to somebody else'), ('due', 'a unit is due soon'), ('paused', 'you, or somebody in your project, is paused or may go on'), ('qualified', 'you are qualified'), ('guideline', 'there is a new version of the guideline'), ('comment', 'somebody comments on a unit of yours'), ('mention', 'somebody mentions you'), ('question', 'somebody asks a guideline question, or yours is answered'), ('undecidable', 'a dispute has nobody who may decide it'), ('decided', 'a pair that you labelled is decided')], max_length=12)),
                        ('on_page', models.BooleanField(default=True)),
                        ('by_mail', models.BooleanField(default=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('person', 'kind'), name='notification_choice_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Guideline',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guidelines', to='annotation.project')),
                        ('version', models.PositiveIntegerField(verbose_name='version')),
                        ('body', models.TextField(help_text='Markdown.', verbose_name='text')),
                        ('note', models.CharField(blank=True, max_length=300, verbose_name='what changed')),
                        ('must_be_read', models.BooleanField(default=False, verbose_name='everybody reads it before they take the next unit')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-version'],
                        'constraints': [models.UniqueConstraint(fields=('project', 'version'), name='guideline_version_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='annotation.project')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                        ('role', models.CharField(choices=[('annotator', 'annotator'), ('adjudicator', 'adjudicator'), ('admin', 'admin')], max_length=12, verbose_name='role')),
                        ('expertise', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                        ('weekly_limit', models.PositiveSmallIntegerField(blank=True, help_text='Empty: as many as they like.', null=True, verbose_name='units a week, at most')),
                        ('away_from', models.DateField(blank=True, null=True, verbose_name='away from')),
                        ('away_until', models.DateField(blank=True, help_text='The last day away.', null=True, verbose_name='away until')),
                        ('paused_at', models.DateTimeField(blank=True, null=True)),
                        ('paused_because', models.CharField(blank=True, choices=[('admin', 'by an admin'), ('accuracy', 'accuracy on known pairs')], max_length=10)),
                        ('pause_note', models.CharField(blank=True, max_length=300)),
                        ('qualified_at', models.DateTimeField(blank=True, help_text='When they qualified on known pairs, or an admin let them work without.', null=True)),
                        ('measured_from', models.DateTimeField(blank=True, help_text='Answers on known pairs count from here; empty: all of them.', null=True)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['user__username', 'role'],
                        'constraints': [models.UniqueConstraint(fields=('project', 'user', 'role'), name='membership_once_per_role'), models.CheckConstraint(condition=models.Q(models.Q(('away_from__isnull', True), ('away_until__isnull', True)), ('away_until__gte', models.F('away_from')), _connector='OR'), name='membership_away_ends_after_it_begins'), models.CheckConstraint(condition=models.Q(models.Q(('paused_at__isnull', True), ('paused_because', '')), models.Q(('paused_at__isnull', False), models.Q(('paused_because', ''), _negated=True)), _connector='OR'), name='membership_pause_has_a_cause')],
                    },
                ),
                migrations.CreateModel(
                    name='SavedView',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_views', to='annotation.project')),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_views', to=settings.AUTH_USER_MODEL)),
                        ('page', models.CharField(help_text='Name of the list, such as pairs.', max_length=30)),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('query', models.CharField(help_text='The filters as they stand in the address.', max_length=1000)),
                        ('is_shared', models.BooleanField(default=False, verbose_name='for all admins')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['name', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('project', 'owner', 'page', 'name'), name='saved_view_name_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Stage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='annotation.project')),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('overlap', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9)], verbose_name='labels per pair')),
                        ('is_paused', models.BooleanField(default=False, verbose_name='paused')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['created_at', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='stage_name_once'), models.CheckConstraint(condition=models.Q(('overlap__gte', 1)), name='stage_overlap_at_least_one')],
                    },
                ),
                migrations.CreateModel(
                    name='GuidelineReading',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('guideline', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readings', to='annotation.guideline')),
                        ('reader', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('read_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('guideline', 'reader'), name='guideline_read_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Unit',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='units', to='annotation.project')),
                        ('kind', models.CharField(choices=[('genome', 'genome'), ('pair', 'pair'), ('reading', 'second reading')], max_length=10)),
                        ('stage', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='units', to='annotation.stage')),
                        ('title', models.CharField(max_length=500)),
                        ('domain', models.CharField(blank=True, max_length=60)),
                        ('overlap', models.PositiveSmallIntegerField(verbose_name='labels wanted')),
                        ('labels_done', models.PositiveSmallIntegerField(default=0, help_text="People who have finished; kept under the unit's row lock.")),
                        ('priority', models.SmallIntegerField(default=0, verbose_name='priority')),
                        ('is_ready', models.BooleanField(default=True)),
                        ('is_paused', models.BooleanField(default=False)),
                        ('is_known', models.BooleanField(default=False, help_text='Its answer is known: people are measured on it, beyond the labels that it wants.')),
                        ('due', models.DateField(blank=True, null=True, verbose_name='due')),
                        ('is_tallied', models.BooleanField(default=False, help_text='Agreement counts it as it stands; unset by the database when it changes.')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('barred', models.ManyToManyField(blank=True, help_text='People who may have no part in it, because they had one in what it is about.', related_name='barred_units', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-priority', 'id'],
                        'indexes': [models.Index(condition=models.Q(('is_paused', False), ('is_ready', True)), fields=['project', '-priority', 'id'], name='unit_next'), models.Index(condition=models.Q(('is_known', True)), fields=['project'], name='unit_known'), models.Index(condition=models.Q(('is_tallied', False)), fields=['project'], name='unit_to_tally')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('overlap__gte', 1)), name='unit_overlap_at_least_one'), models.CheckConstraint(condition=models.Q(('labels_done__lte', models.F('overlap'))), name='unit_never_more_labels_than_wanted')],
                    },
                ),
                migrations.CreateModel(
                    name='Assignment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('unit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='annotation.unit')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
                        ('purpose', models.CharField(choices=[('label', 'label'), ('adjudicate', 'adjudicate'), ('check', 'be measured on a known answer')], default='label', max_length=10)),
                        ('state', models.CharField(choices=[('active', 'in work'), ('finished', 'finished'), ('released', 'given back')], default='active', max_length=10)),
                        ('is_announced', models.BooleanField(default=False, help_text='The person knows that the answer is known, and is told how theirs compares.')),
                        ('assigned_by', models.ForeignKey(blank=True, help_text='Empty: claimed.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('claimed_at', models.DateTimeField()),
                        ('opened_at', models.DateTimeField(blank=True, help_text='Empty: assigned and not looked at yet.', null=True)),
                        ('lease_expires_at', models.DateTimeField()),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('is_counted', models.BooleanField(default=False, help_text='One of the labels that the unit wanted; a later one is surplus.')),
                        ('active_seconds', models.PositiveIntegerField(default=0, help_text='Time at work on it, idle time left out; for admins alone.')),
                        ('beat_at', models.DateTimeField(blank=True, help_text='Until when time has been counted.', null=True)),
                    ],
                    options={
                        'ordering': ['-claimed_at'],
                        'indexes': [models.Index(fields=['person', 'state'], name='assignment_of_person'), models.Index(condition=models.Q(('state', 'active')), fields=['unit'], name='assignment_active'), models.Index(condition=models.Q(('state', 'finished')), fields=['finished_at'], name='assignment_finished')],
                        'constraints': [models.UniqueConstraint(fields=('unit', 'person'), name='assignment_never_twice_on_a_unit'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('state', 'finished')), models.Q(models.Q(('state', 'finished'), _negated=True), ('finished_at__isnull', True)), _connector='OR'), name='assignment_finished_has_a_time'), models.CheckConstraint(condition=models.Q(('lease_expires_at__gte', models.F('claimed_at'))), name='assignment_lease_after_claim'), models.CheckConstraint(condition=models.Q(('is_counted', False), models.Q(('purpose', 'label'), ('state', 'finished')), _connector='OR'), name='assignment_counted_is_a_finished_label')],
                    },
                ),
                migrations.CreateModel(
                    name='Comment',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('key', models.CharField(blank=True, help_text='Sent twice with one key, it is one comment.', max_length=64)),
                        ('unit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='annotation.unit')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='comments', to=settings.AUTH_USER_MODEL)),
                        ('spoken_as', models.CharField(choices=[('annotator', 'annotator'), ('adjudicator', 'adjudicator'), ('admin', 'admin')], help_text='What its author was to the unit.', max_length=12)),
                        ('kind', models.CharField(choices=[('comment', 'comment'), ('question', 'guideline question'), ('answer', 'answer to a guideline question')], default='comment', max_length=10)),
                        ('reply_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='annotation.comment')),
                        ('about_field', models.CharField(blank=True, help_text='A field of the answer, such as dynamics.', max_length=40)),
                        ('about_object', models.CharField(blank=True, help_text="An object's id, such as yolo:M1.", max_length=320)),
                        ('body', models.TextField(max_length=4000, verbose_name='text')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('withdrawn_at', models.DateTimeField(blank=True, help_text='Its author took it back.', null=True)),
                        ('closed_at', models.DateTimeField(blank=True, help_text='A question: when an admin closed it.', null=True)),
                        ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('mentions', models.ManyToManyField(blank=True, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['created_at', 'id'],
                        'indexes': [models.Index(fields=['unit', 'created_at'], name='comment_of_unit')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('body', ''), _negated=True), name='comment_has_text'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('closed_by__isnull', True)), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), ('kind', 'question')), _connector='OR'), name='comment_closed_is_a_question'), models.CheckConstraint(condition=models.Q(('kind', 'comment'), models.Q(('kind', 'question'), ('reply_to__isnull', True)), models.Q(('kind', 'answer'), ('reply_to__isnull', False)), _connector='OR'), name='comment_answer_has_a_question'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('unit', 'author', 'key'), name='comment_sent_once')],
                    },
                ),
                migrations.CreateModel(
                    name='GuidelineNote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guideline_notes', to='annotation.project')),
                        ('text', models.TextField(help_text='Markdown.', verbose_name='note')),
                        ('about_field', models.CharField(blank=True, help_text='A field of the answer, such as dynamics; empty: all.', max_length=40, verbose_name='about')),
                        ('question', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='guideline_notes', to='annotation.comment')),
                        ('taken_in', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='notes_taken_in', to='annotation.guideline')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                    },
                ),
                migrations.CreateModel(
                    name='Notification',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('kind', models.CharField(choices=[('assigned', 'a unit is assigned to you'), ('taken_back', 'a unit is given to somebody else'), ('due', 'a unit is due soon'), ('paused', 'you, or somebody in your project, is paused or may go on'), ('qualified', 'you are qualified'), ('guideline', 'there is a new version of the guideline'), ('comment', 'somebody comments on a unit of yours'), ('mention', 'somebody mentions you'), ('question', 'somebody asks a guideline question, or yours is answered'), ('undecidable', 'a dispute has nobody who may decide it'), ('decided', 'a pair that you labelled is decided')], max_length=12)),
                        ('unit', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.unit')),
                        ('comment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.comment')),
                        ('guideline', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.guideline')),
                        ('params', models.JSONField(default=dict, help_text='What its sentence names.')),
                        ('on_page', models.BooleanField(default=True)),
                        ('by_mail', models.BooleanField(default=False)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('read_at', models.DateTimeField(blank=True, null=True)),
                        ('mailed_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['-created_at', '-id'],
                        'indexes': [models.Index(condition=models.Q(('on_page', True), ('read_at__isnull', True)), fields=['recipient', '-created_at'], name='notification_unread')],
                    },
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='guideline',
                    trigger=pgtrigger.compiler.Trigger(name='guideline_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='322b064f400251f83fc382435948318c5ceeabab', operation='UPDATE', pgid='pgtrigger_guideline_is_append_only_4974e', table='annotation_guideline', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='unit',
                    trigger=pgtrigger.compiler.Trigger(name='unit_changed_is_to_tally', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."domain" IS DISTINCT FROM (NEW."domain") OR OLD."labels_done" IS DISTINCT FROM (NEW."labels_done") OR OLD."overlap" IS DISTINCT FROM (NEW."overlap") OR OLD."stage_id" IS DISTINCT FROM (NEW."stage_id"))', func='NEW.is_tallied = FALSE; RETURN NEW;', hash='fa4d856e256004e9844d7380d877e8bf1353e66c', operation='UPDATE', pgid='pgtrigger_unit_changed_is_to_tally_fa5cd', table='annotation_unit', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='assignment',
                    trigger=pgtrigger.compiler.Trigger(name='assignment_finished_stays_finished', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE _is_valid_transition BOOLEAN;', func='SELECT CONCAT(OLD."state", \':\', NEW."state") = ANY(\'{active:finished,active:released,released:active,released:finished}\'::text[]) INTO _is_valid_transition; IF (_is_valid_transition IS FALSE AND OLD."state" IS DISTINCT FROM NEW."state") THEN RAISE EXCEPTION \'pgtrigger: Invalid transition of field "state" from "%" to "%" on table %\', OLD."state", NEW."state", TG_TABLE_NAME; ELSE RETURN NEW; END IF;', hash='28bf59f3b78cda4b67de79683718f94990fb4f3f', operation='UPDATE', pgid='pgtrigger_assignment_finished_stays_finished_2c727', table='annotation_assignment', when='BEFORE')),
                ),
            ],
        ),
    ]
