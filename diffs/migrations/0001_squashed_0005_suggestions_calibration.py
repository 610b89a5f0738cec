import annotation.create_models
import django.contrib.postgres.fields
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('diffs', '0001_initial'), ('diffs', '0002_initial'), ('diffs', '0003_lineage_candidates'), ('diffs', '0004_candidate_order'), ('diffs', '0005_suggestions_calibration')]

    initial = True

    dependencies = [
        ('annotation', '0004_tallied_units'),
        ('genomes', '0002_papers_in_depth'),
    ]

    operations = [
        annotation.create_models.CreateModels(
            operations=[
                migrations.CreateModel(
                    name='CandidateSearch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='candidate_searches', to='annotation.project')),
                        ('paper', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='genomes.paper')),
                        ('started_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=10)),
                        ('counts', models.JSONField(default=dict, help_text='Kind to candidates found.')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                    },
                ),
                migrations.CreateModel(
                    name='PaperPair',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='annotation.project')),
                        ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs_as_source', to='genomes.genome')),
                        ('target', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairs_as_target', to='genomes.genome')),
                        ('unit', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='pair', to='annotation.unit')),
                        ('suggested_at', models.DateTimeField(blank=True, help_text='When the worker stored which objects may be aligned.', null=True)),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['id'],
                        'constraints': [models.UniqueConstraint(fields=('source', 'target'), name='pair_once'), models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='pair_of_two_genomes')],
                    },
                ),
                migrations.CreateModel(
                    name='Trace',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='traces', to='annotation.project')),
                        ('name', models.CharField(max_length=200, verbose_name='name')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['name'],
                        'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='trace_name_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Diff',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='diffs', to='diffs.paperpair')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='diffs', to=settings.AUTH_USER_MODEL)),
                        ('number', models.PositiveIntegerField(default=1)),
                        ('guideline', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='diffs', to='annotation.guideline')),
                        ('answer', models.JSONField(help_text='The whole answer, as evaluator.schema.DiffAnswer.')),
                        ('decision', models.JSONField(help_text='What counts as the same answer, by field (evaluator.compare).')),
                        ('decision_key', models.CharField(max_length=64)),
                        ('dynamics', models.CharField(choices=[('mutation', 'Mutation'), ('adaptive_radiation', 'Adaptive radiation'), ('hybridization', 'Hybridization'), ('speciation', 'Speciation'), ('niche_competition', 'Niche competition'), ('isolation', 'Isolation')], max_length=20)),
                        ('derived_dynamics', models.CharField(choices=[('mutation', 'Mutation'), ('adaptive_radiation', 'Adaptive radiation'), ('hybridization', 'Hybridization'), ('speciation', 'Speciation'), ('niche_competition', 'Niche competition'), ('isolation', 'Isolation')], max_length=20)),
                        ('rule', models.PositiveSmallIntegerField(help_text='Boundary rule that fired, 1 to 4.')),
                        ('is_surplus', models.BooleanField(default=False, help_text='Came after the unit had all its labels; never in gold.')),
                        ('imported_by', models.ForeignKey(blank=True, help_text='Empty: submitted here.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('submitted_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'ordering': ['pair', 'submitted_at'],
                        'indexes': [models.Index(fields=['pair', 'decision_key'], name='diff_by_decision')],
                        'constraints': [models.UniqueConstraint(fields=('pair', 'author', 'number'), name='diff_number_once_per_author')],
                    },
                ),
                migrations.CreateModel(
                    name='DiffDraft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='diffs.paperpair')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('revision', models.PositiveIntegerField(default=0)),
                        ('saved_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('pair', 'author'), name='draft_once_per_author')],
                    },
                ),
                migrations.CreateModel(
                    name='KnownAnswer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='known_answers', to='diffs.paperpair')),
                        ('number', models.PositiveIntegerField(default=1)),
                        ('use', models.CharField(choices=[('qualify', 'to qualify'), ('check', 'unannounced among the others'), ('both', 'both')], default='both', max_length=8, verbose_name='use')),
                        ('answer', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, help_text='As evaluator.schema.DiffAnswer.')),
                        ('decision', models.JSONField()),
                        ('decision_key', models.CharField(max_length=64)),
                        ('dynamics', models.CharField(choices=[('mutation', 'Mutation'), ('adaptive_radiation', 'Adaptive radiation'), ('hybridization', 'Hybridization'), ('speciation', 'Speciation'), ('niche_competition', 'Niche competition'), ('isolation', 'Isolation')], max_length=20)),
                        ('rule', models.PositiveSmallIntegerField(help_text='Boundary rule that fires, 1 to 4.')),
                        ('explanation', models.TextField(blank=True, help_text='Shown as feedback: why this is the answer. Markdown.', verbose_name='explanation')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['pair', '-number'],
                        'constraints': [models.UniqueConstraint(fields=('pair', 'number'), name='known_answer_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='LineageCandidate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lineage_candidates', to='annotation.project')),
                        ('target', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='predecessor_candidates', to='genomes.paper')),
                        ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='successor_candidates', to='genomes.paper')),
                        ('work', models.JSONField(default=dict, help_text='Title, first author, year, doi and arxiv_id, as far as known.')),
                        ('work_key', models.CharField(help_text='What makes it one work: an id, else its title.', max_length=320)),
                        ('reasons', models.JSONField(default=dict, help_text='Kind to what speaks for it.')),
                        ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), default=list, size=None)),
                        ('weight', models.FloatField(default=0)),
                        ('state', models.CharField(choices=[('open', 'undecided'), ('accepted', 'accepted'), ('rejected', 'rejected')], default='open', max_length=10)),
                        ('reject_reason', models.CharField(blank=True, max_length=300)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('pair', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='candidates', to='diffs.paperpair')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-weight', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('target', 'work_key'), name='lineage_candidate_once'), models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='lineage_candidate_of_two_papers')],
                        'indexes': [models.Index(models.F('project'), models.F('state'), models.OrderBy(models.F('weight'), descending=True), models.F('id'), name='lineage_candidate_order')],
                    },
                ),
                migrations.CreateModel(
                    name='Suggestion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestions', to='diffs.paperpair')),
                        ('source_object', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='genomes.ideaobject')),
                        ('target_object', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='genomes.ideaobject')),
                        ('rank', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)])),
                        ('score', models.FloatField(help_text='0 to 1.')),
                        ('words', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), default=list, help_text='What both share, weightiest first.', size=None)),
                        ('provider', models.CharField(max_length=40)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['pair', 'source_object', 'rank'],
                        'constraints': [models.UniqueConstraint(fields=('pair', 'source_object', 'rank'), name='suggestion_rank_once'), models.UniqueConstraint(fields=('pair', 'source_object', 'target_object'), name='suggestion_once'), models.CheckConstraint(condition=models.Q(('rank__gte', 1), ('rank__lte', 5)), name='suggestion_rank_1_to_5')],
                    },
                ),
                migrations.CreateModel(
                    name='SuggestionTake',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_takes', to='diffs.paperpair')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('source_object', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='genomes.ideaobject')),
                        ('target_object', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='genomes.ideaobject')),
                        ('rank', models.PositiveSmallIntegerField()),
                        ('provider', models.CharField(max_length=40)),
                        ('taken_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('pair', 'person', 'source_object', 'target_object'), name='suggestion_taken_once')],
                    },
                ),
                migrations.CreateModel(
                    name='TraceStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('trace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='diffs.trace')),
                        ('position', models.PositiveSmallIntegerField()),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='diffs.paperpair')),
                    ],
                    options={
                        'ordering': ['trace', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('trace', 'position'), name='trace_position_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Alignment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('diff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='alignments', to='diffs.diff')),
                        ('source_object', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='genomes.ideaobject')),
                        ('target_object', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='genomes.ideaobject')),
                        ('fate', models.CharField(blank=True, choices=[('inherited', 'inherited'), ('mutated', 'mutated'), ('lost', 'lost')], max_length=10)),
                        ('origin', models.CharField(blank=True, choices=[('aligned', 'aligned'), ('novel', 'novel'), ('external', 'external')], max_length=10)),
                    ],
                    options={
                        'ordering': ['diff', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('diff', 'source_object', 'target_object'), name='alignment_row_once', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('source_object__isnull', False), ('target_object__isnull', False), _connector='OR'), name='alignment_has_an_end')],
                    },
                ),
                migrations.CreateModel(
                    name='CheckResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('diff', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='check_result', to='diffs.diff')),
                        ('known', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='diffs.knownanswer')),
                        ('is_announced', models.BooleanField()),
                        ('fields', models.JSONField(help_text='Field of the decision to whether it is the known one.')),
                        ('is_right', models.BooleanField(help_text='Whether the dynamics are the known ones.')),
                        ('share', models.FloatField(help_text='Share of the fields that are the known ones, 0 to 1.')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-created_at', '-id'],
                    },
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='diff',
                    trigger=pgtrigger.compiler.Trigger(name='diff_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='35c5232847286be085a3ade7a02c63e973373351', operation='UPDATE OR DELETE', pgid='pgtrigger_diff_is_append_only_4af61', table='diffs_diff', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='knownanswer',
                    trigger=pgtrigger.compiler.Trigger(name='known_answer_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='be532acbc280aa6cdc9e5ec0b32c2593b439d045', operation='UPDATE OR DELETE', pgid='pgtrigger_known_answer_is_append_only_40b1e', table='diffs_knownanswer', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='alignment',
                    trigger=pgtrigger.compiler.Trigger(name='alignment_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='f044bca262887a30ce8ebb87fb96f7a4536f1a92', operation='UPDATE OR DELETE', pgid='pgtrigger_alignment_is_append_only_c1d97', table='diffs_alignment', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='checkresult',
                    trigger=pgtrigger.compiler.Trigger(name='check_result_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='d7e476a3db3f05ae42f02590cc5d32951f95a8c3', operation='UPDATE OR DELETE', pgid='pgtrigger_check_result_is_append_only_9678b', table='diffs_checkresult', when='BEFORE')),
                ),
            ],
        ),
    ]
