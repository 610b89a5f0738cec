import annotation.create_models
import django.core.serializers.json
import django.db.models.deletion
import django.db.models.fields.json
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('adjudication', '0001_initial'), ('adjudication', '0002_initial'), ('adjudication', '0003_initial'), ('adjudication', '0004_case_drafts'), ('adjudication', '0005_object_rulings'), ('adjudication', '0006_adjudication_to_depth'), ('adjudication', '0007_counted_agreement')]

    initial = True

    dependencies = [
        ('annotation', '0004_tallied_units'),
        ('diffs', '0005_suggestions_calibration'),
        ('genomes', '0002_papers_in_depth'),
    ]

    operations = [
        annotation.create_models.CreateModels(
            operations=[
                migrations.CreateModel(
                    name='AgreementTally',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('stage', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='annotation.stage')),
                        ('domain', models.CharField(blank=True, max_length=60)),
                        ('week', models.DateField(help_text='The Monday of the week in which the pair had all its labels, in UTC.')),
                        ('guideline', models.PositiveIntegerField(help_text='The version of all its labels; empty when they were made under several.', null=True)),
                        ('field', models.CharField(max_length=30)),
                        ('pattern', models.TextField()),
                        ('pattern_key', models.CharField(help_text='SHA-256 of the pattern, which may be long.', max_length=64)),
                        ('count', models.IntegerField(default=0, help_text='Signed, so that one statement adds and takes out.')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('project', 'field', 'stage', 'domain', 'week', 'guideline', 'pattern_key'), name='agreement_tally_once', nulls_distinct=False)],
                        'indexes': [models.Index(condition=models.Q(('count', 0)), fields=['project'], name='agreement_tally_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='Case',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pair', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='case', to='diffs.paperpair')),
                        ('adjudicator', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to=settings.AUTH_USER_MODEL)),
                        ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                        ('order', models.JSONField(default=list)),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='Diagnosis',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('field', models.CharField(max_length=30)),
                        ('method', models.CharField(choices=[('majority', 'Majority'), ('dawid_skene', 'Dawid Skene'), ('mace', 'Mace')], max_length=12)),
                        ('labels', models.PositiveIntegerField(help_text='How many labels it was made from.')),
                        ('result', models.JSONField(default=dict)),
                        ('made_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('project', 'field', 'method'), name='diagnosis_once')],
                    },
                ),
                migrations.CreateModel(
                    name='GenomeDraft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('revision', models.PositiveIntegerField(default=0)),
                        ('saved_at', models.DateTimeField(auto_now=True)),
                        ('reading', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='case_drafts', to='genomes.secondreading')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('reading', 'adjudicator'), name='genome_draft_once_per_person')],
                    },
                ),
                migrations.CreateModel(
                    name='GenomeHold',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reading', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='hold', to='genomes.secondreading')),
                        ('adjudicator', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='genome_holds', to=settings.AUTH_USER_MODEL)),
                        ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='ObjectRuling',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('typing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='genomes.typing')),
                        ('number', models.PositiveIntegerField()),
                        ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='object_rulings', to=settings.AUTH_USER_MODEL)),
                        ('outcome', models.CharField(choices=[('object', 'an object of this type and role'), ('no_object', 'not an object'), ('excluded', 'excluded as ambiguous'), ('reopened', 'reopened')], max_length=10)),
                        ('type', models.CharField(blank=True, choices=[('niche', 'niche'), ('mechanism', 'mechanism'), ('observation', 'observation'), ('limitation', 'limitation'), ('delta', 'delta'), ('claim', 'claim')], max_length=12)),
                        ('contribution_role', models.CharField(blank=True, choices=[('driver', 'driver'), ('passenger', 'passenger'), ('context', 'context')], max_length=10)),
                        ('choice', models.CharField(blank=True, help_text='The letter of an answer, or own.', max_length=10)),
                        ('reason_code', models.CharField(choices=[('ambiguous_text', 'the text is ambiguous'), ('guideline_gap', 'the guideline has a gap'), ('annotator_error', 'an annotator erred'), ('rule_misread', 'a rule was misread'), ('other', 'other')], max_length=20)),
                        ('rationale', models.TextField()),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['typing', '-number'],
                        'constraints': [models.UniqueConstraint(fields=('typing', 'number'), name='object_ruling_number_once'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'object'), models.Q(('type', ''), _negated=True), models.Q(('contribution_role', ''), _negated=True)), models.Q(('outcome', 'object'), _negated=True), _connector='OR'), name='object_ruling_says_what_it_is'), models.CheckConstraint(condition=models.Q(('rationale', ''), _negated=True), name='object_ruling_has_a_rationale')],
                    },
                ),
                migrations.CreateModel(
                    name='PairTally',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('stage', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='annotation.stage')),
                        ('domain', models.CharField(blank=True, max_length=60)),
                        ('week', models.DateField(help_text='The Monday of the week in which the pair had all its labels, in UTC.')),
                        ('guideline', models.PositiveIntegerField(help_text='The version of all its labels; empty when they were made under several.', null=True)),
                        ('pair', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tally', to='diffs.paperpair')),
                        ('patterns', models.JSONField(default=dict, help_text='Field to the pattern that AgreementTally counts.')),
                        ('meetings', models.JSONField(default=list, help_text='[first rater, second rater, field, value of first, value of second], by rater id.')),
                    ],
                    options={
                        'abstract': False,
                        'indexes': [models.Index(models.F('project'), django.db.models.fields.json.KeyTextTransform('dynamics', 'patterns'), models.F('pair'), name='pair_tally_by_dynamics')],
                    },
                ),
                migrations.CreateModel(
                    name='PersonTally',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('field', models.CharField(max_length=30)),
                        ('week', models.DateField()),
                        ('same', models.IntegerField(default=0)),
                        ('count', models.IntegerField(default=0)),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('count', 0)), fields=['project'], name='person_tally_empty')],
                        'constraints': [models.UniqueConstraint(fields=('project', 'field', 'person', 'week'), name='person_tally_once')],
                    },
                ),
                migrations.CreateModel(
                    name='RaterTally',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('field', models.CharField(max_length=30)),
                        ('first_value', models.CharField(max_length=300)),
                        ('second_value', models.CharField(max_length=300)),
                        ('count', models.IntegerField(default=0)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('project', 'field', 'first', 'second', 'first_value', 'second_value'), name='rater_tally_once')],
                        'indexes': [models.Index(condition=models.Q(('count', 0)), fields=['project'], name='rater_tally_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='Resolution',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='resolutions', to='diffs.paperpair')),
                        ('number', models.PositiveIntegerField()),
                        ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='resolutions', to=settings.AUTH_USER_MODEL)),
                        ('outcome', models.CharField(choices=[('resolved', 'resolved'), ('neither', 'neither answer stands'), ('excluded', 'excluded as ambiguous'), ('reopened', 'reopened')], max_length=10)),
                        ('answer', models.JSONField(help_text='The gold answer, as evaluator.schema.DiffAnswer.', null=True)),
                        ('decision', models.JSONField(null=True)),
                        ('decision_key', models.CharField(blank=True, max_length=64)),
                        ('derived_dynamics', models.CharField(blank=True, max_length=20)),
                        ('rule', models.PositiveSmallIntegerField(null=True)),
                        ('choices', models.JSONField(default=dict, help_text='Row to the letter of a label, own or neither.')),
                        ('reason_code', models.CharField(choices=[('ambiguous_text', 'the text is ambiguous'), ('guideline_gap', 'the guideline has a gap'), ('annotator_error', 'an annotator erred'), ('rule_misread', 'a rule was misread'), ('other', 'other')], max_length=20)),
                        ('rationale', models.TextField()),
                        ('row_notes', models.JSONField(default=dict, help_text='Row to its own reason_code and rationale, where they are not those of the whole.')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('based_on', models.ManyToManyField(related_name='+', to='diffs.diff')),
                    ],
                    options={
                        'ordering': ['pair', '-number'],
                        'constraints': [models.UniqueConstraint(fields=('pair', 'number'), name='resolution_number_once'), models.CheckConstraint(condition=models.Q(models.Q(('answer__isnull', False), ('outcome', 'resolved')), models.Q(('outcome', 'resolved'), _negated=True), _connector='OR'), name='resolution_resolved_has_an_answer'), models.CheckConstraint(condition=models.Q(('rationale', ''), _negated=True), name='resolution_has_a_rationale')],
                    },
                ),
                migrations.CreateModel(
                    name='Skip',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('unit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='skips', to='annotation.unit')),
                        ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('unit', 'adjudicator'), name='skip_once_per_person')],
                    },
                ),
                migrations.CreateModel(
                    name='TallyVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.project')),
                        ('version', models.PositiveBigIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name='CaseDraft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('revision', models.PositiveIntegerField(default=0)),
                        ('saved_at', models.DateTimeField(auto_now=True)),
                        ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='adjudication.case')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('case', 'adjudicator'), name='case_draft_once_per_person')],
                    },
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='objectruling',
                    trigger=pgtrigger.compiler.Trigger(name='object_ruling_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='d566955739ef658135710e0bc6e2cb3a09a59762', operation='UPDATE OR DELETE', pgid='pgtrigger_object_ruling_is_append_only_2cbb3', table='adjudication_objectruling', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='resolution',
                    trigger=pgtrigger.compiler.Trigger(name='resolution_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='faf13a95d3d53818234ab26df0b0fa0897af7cec', operation='UPDATE OR DELETE', pgid='pgtrigger_resolution_is_append_only_34e30', table='adjudication_resolution', when='BEFORE')),
                ),
            ],
        ),
    ]
