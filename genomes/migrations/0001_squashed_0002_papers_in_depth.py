import annotation.create_models
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.text
import evaluator.vocabulary
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('genomes', '0001_initial'), ('genomes', '0002_papers_in_depth')]

    initial = True

    dependencies = [
        ('annotation', '0004_tallied_units'),
        ('pghistory', '0007_auto_20250421_0444'),
    ]

    operations = [
        annotation.create_models.CreateModels(
            operations=[
                migrations.CreateModel(
                    name='ImportBatch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='annotation.project')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                    },
                ),
                migrations.CreateModel(
                    name='Paper',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='papers', to='annotation.project')),
                        ('slug', models.SlugField(max_length=80, verbose_name='short name')),
                        ('title', models.CharField(max_length=500, verbose_name='title')),
                        ('authors', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None, verbose_name='authors')),
                        ('venue', models.CharField(blank=True, max_length=300, verbose_name='venue')),
                        ('doi', models.CharField(blank=True, max_length=200, verbose_name='DOI')),
                        ('arxiv_id', models.CharField(blank=True, max_length=40, verbose_name='arXiv')),
                        ('published', models.DateField(blank=True, null=True, verbose_name='published')),
                        ('domain', models.CharField(blank=True, max_length=60, verbose_name='domain')),
                        ('lineage', models.CharField(blank=True, max_length=200, verbose_name='lineage')),
                        ('aliases', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=120), blank=True, default=list, size=None, verbose_name='other names')),
                        ('abstract', models.TextField(blank=True, verbose_name='abstract')),
                        ('other_ids', models.JSONField(blank=True, default=dict, help_text='Ids elsewhere, such as openalex or s2.')),
                        ('licence', models.CharField(blank=True, max_length=200, verbose_name='licence of the text')),
                        ('redistributable', models.BooleanField(default=False, verbose_name='the text may be redistributed')),
                        ('settled', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), blank=True, default=list, help_text='Facts that a person has set; imports and look-ups leave them as they are, also when empty.', size=None)),
                        ('search', models.GeneratedField(db_persist=True, expression=django.contrib.postgres.search.CombinedSearchVector(django.contrib.postgres.search.SearchVector(django.db.models.functions.text.Left(models.Func(models.F('title'), models.Value('+-./:@&<>=?#~_'), models.Value('              '), function='translate', output_field=models.TextField()), 100000, output_field=models.TextField()), config='simple', weight='A'), '||', django.contrib.postgres.search.SearchVector(django.db.models.functions.text.Left(models.Func(models.F('abstract'), models.Value('+-./:@&<>=?#~_'), models.Value('              '), function='translate', output_field=models.TextField()), 100000, output_field=models.TextField()), config='simple', weight='C'), django.contrib.postgres.search.SearchConfig('simple')), output_field=django.contrib.postgres.search.SearchVectorField())),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['published', 'slug'],
                        'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['search'], name='paper_search')],
                        'constraints': [models.UniqueConstraint(fields=('project', 'slug'), name='paper_slug_once_per_project')],
                    },
                ),
                migrations.CreateModel(
                    name='LookUp',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('paper', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lookups', to='genomes.paper')),
                        ('started_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=10)),
                        ('outcome', models.JSONField(blank=True, default=dict, help_text='Counts, and the catalogues that know the paper.')),
                        ('faults', models.JSONField(blank=True, default=list, help_text='What went wrong, before translation.')),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['-created_at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='SourceVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('paper', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='genomes.paper')),
                        ('number', models.PositiveIntegerField()),
                        ('format', models.CharField(max_length=20)),
                        ('filename', models.CharField(max_length=300)),
                        ('file_sha256', models.CharField(max_length=64)),
                        ('text_sha256', models.CharField(max_length=64)),
                        ('text', models.TextField()),
                        ('published', models.DateField(blank=True, null=True, verbose_name='published')),
                        ('licence', models.CharField(blank=True, max_length=200, verbose_name='licence of the text')),
                        ('language', models.CharField(blank=True, max_length=20)),
                        ('page_starts', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                        ('notes', models.JSONField(blank=True, default=list, help_text='What the reader of the file noticed.')),
                        ('imported_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('imported_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['paper', '-number'],
                        'constraints': [models.UniqueConstraint(fields=('paper', 'number'), name='source_version_number_once'), models.UniqueConstraint(fields=('paper', 'file_sha256'), name='source_version_bytes_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Genome',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('source_version', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='genome', to='genomes.sourceversion')),
                        ('unit', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='genome', to='annotation.unit')),
                        ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='genomes', to=settings.AUTH_USER_MODEL)),
                        ('handed_in_at', models.DateTimeField(blank=True, null=True)),
                        ('revision', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['source_version'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('handed_in_at__isnull', True), ('author__isnull', False), _connector='OR'), name='genome_handed_in_has_an_author')],
                    },
                ),
                migrations.CreateModel(
                    name='ImportFile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='genomes.importbatch')),
                        ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='genomes.importfile')),
                        ('paper', models.ForeignKey(help_text='The paper that it is the text of, if that was said.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='genomes.paper')),
                        ('filename', models.CharField(max_length=300)),
                        ('size', models.PositiveBigIntegerField(default=0)),
                        ('data', models.BinaryField()),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('imported', 'imported'), ('known', 'already in the library'), ('refused', 'refused'), ('opened', 'opened'), ('metadata', 'read as metadata')], default='waiting', max_length=10)),
                        ('reason', models.TextField(blank=True)),
                        ('reason_params', models.JSONField(blank=True, default=dict)),
                        ('outcome', models.JSONField(blank=True, default=dict, help_text='Counts: papers, references, passages.')),
                        ('seconds', models.FloatField(help_text='Time that reading took.', null=True)),
                        ('tries', models.PositiveSmallIntegerField(default=0, help_text='How often a worker began to read it.')),
                        ('source_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='genomes.sourceversion')),
                        ('finished_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'ordering': ['id'],
                        'indexes': [models.Index(fields=['batch', 'state'], name='import_file_state')],
                    },
                ),
                migrations.CreateModel(
                    name='Passage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('source_version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passages', to='genomes.sourceversion')),
                        ('position', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('section', 'section'), ('paragraph', 'paragraph'), ('sentence', 'sentence'), ('figure', 'figure'), ('table', 'table'), ('equation', 'equation')], max_length=10)),
                        ('start', models.PositiveIntegerField()),
                        ('end', models.PositiveIntegerField()),
                        ('label', models.CharField(blank=True, max_length=500)),
                        ('level', models.PositiveSmallIntegerField(default=0)),
                        ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='genomes.passage')),
                    ],
                    options={
                        'ordering': ['source_version', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('source_version', 'position'), name='passage_position_once'), models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='passage_not_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='Reference',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('paper', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='references', to='genomes.paper')),
                        ('source_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='references', to='genomes.sourceversion')),
                        ('position', models.PositiveIntegerField()),
                        ('origin', models.CharField(help_text='The format that it was read from.', max_length=20)),
                        ('raw', models.TextField(blank=True)),
                        ('title', models.CharField(blank=True, max_length=1000)),
                        ('title_key', models.CharField(blank=True, db_index=True, max_length=300)),
                        ('first_author', models.CharField(blank=True, max_length=200)),
                        ('year', models.PositiveSmallIntegerField(null=True)),
                        ('doi', models.CharField(blank=True, db_index=True, help_text='In small letters.', max_length=200)),
                        ('arxiv_id', models.CharField(blank=True, db_index=True, help_text='Without a version.', max_length=40)),
                        ('other_ids', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'ordering': ['paper', 'origin', 'position'],
                        'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['other_ids'], name='reference_other_ids')],
                        'constraints': [models.UniqueConstraint(fields=('paper', 'origin', 'position'), name='reference_position_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ExtractionPass',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('genome', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passes', to='genomes.genome')),
                        ('type', models.CharField(choices=[('niche', 'niche'), ('mechanism', 'mechanism'), ('observation', 'observation'), ('limitation', 'limitation'), ('delta', 'delta'), ('claim', 'claim')], max_length=12, verbose_name='type')),
                        ('provider', models.CharField(choices=[('cues', 'built-in cues'), ('endpoint', 'language model')], max_length=10)),
                        ('model', models.CharField(blank=True, max_length=120)),
                        ('prompt_version', models.CharField(blank=True, max_length=40)),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('stopped', 'stopped early'), ('cancelled', 'cancelled'), ('failed', 'failed')], default='waiting', max_length=10)),
                        ('is_cancel_asked', models.BooleanField(default=False)),
                        ('started_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('started_at', models.DateTimeField(blank=True, null=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('parts_total', models.PositiveIntegerField(default=0)),
                        ('parts_done', models.PositiveIntegerField(default=0)),
                        ('parts_failed', models.PositiveIntegerField(default=0, help_text='Parts whose replies could not be read.')),
                        ('proposed', models.PositiveIntegerField(default=0)),
                        ('unverifiable', models.PositiveIntegerField(default=0, help_text='Quotes that do not stand in the text; dropped.')),
                        ('ambiguous', models.PositiveIntegerField(default=0, help_text='Quotes that stand in several places; dropped.')),
                        ('repeated', models.PositiveIntegerField(default=0, help_text='Places that an object of the type has already.')),
                        ('requests', models.PositiveIntegerField(default=0)),
                        ('tokens_in', models.PositiveIntegerField(default=0)),
                        ('tokens_out', models.PositiveIntegerField(default=0)),
                        ('token_budget', models.PositiveIntegerField(blank=True, null=True)),
                        ('reason', models.CharField(blank=True, help_text='Code of why it ended early.', max_length=20)),
                        ('reason_params', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'ordering': ['-created_at', '-id'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('genome', 'type'), name='extraction_one_open_pass_per_type')],
                    },
                ),
                migrations.CreateModel(
                    name='IdeaObject',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('genome', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='objects_all', to='genomes.genome')),
                        ('type', models.CharField(choices=[('niche', 'niche'), ('mechanism', 'mechanism'), ('observation', 'observation'), ('limitation', 'limitation'), ('delta', 'delta'), ('claim', 'claim')], max_length=12, verbose_name='type')),
                        ('handle', models.CharField(help_text='Letter of the type and a number: M1.', max_length=8)),
                        ('content', models.TextField(verbose_name='content')),
                        ('constraint', models.TextField(blank=True, verbose_name='constraint')),
                        ('contribution_role', models.CharField(choices=[('driver', 'driver'), ('passenger', 'passenger'), ('context', 'context')], default=evaluator.vocabulary.ContributionRole['CONTEXT'], max_length=10, verbose_name='contribution role')),
                        ('lineage_relevant', models.BooleanField(default=True, verbose_name='matters to the lineage')),
                        ('state', models.CharField(choices=[('candidate', 'candidate'), ('accepted', 'accepted'), ('rejected', 'rejected')], default='accepted', max_length=10)),
                        ('reject_reason', models.CharField(blank=True, max_length=300)),
                        ('carried_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='carried_to', to='genomes.ideaobject')),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('changed_at', models.DateTimeField(auto_now=True)),
                        ('revision', models.PositiveIntegerField(default=1)),
                        ('search', models.GeneratedField(db_persist=True, expression=django.contrib.postgres.search.CombinedSearchVector(django.contrib.postgres.search.SearchVector(django.db.models.functions.text.Left(models.Func(models.F('content'), models.Value('+-./:@&<>=?#~_'), models.Value('              '), function='translate', output_field=models.TextField()), 100000, output_field=models.TextField()), config='simple', weight='A'), '||', django.contrib.postgres.search.SearchVector(django.db.models.functions.text.Left(models.Func(models.F('constraint'), models.Value('+-./:@&<>=?#~_'), models.Value('              '), function='translate', output_field=models.TextField()), 100000, output_field=models.TextField()), config='simple', weight='B'), django.contrib.postgres.search.SearchConfig('simple')), output_field=django.contrib.postgres.search.SearchVectorField())),
                        ('repairs', models.ManyToManyField(blank=True, related_name='repaired_by', to='genomes.ideaobject')),
                    ],
                    options={
                        'ordering': ['genome', 'id'],
                        'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['search'], name='idea_object_search')],
                        'constraints': [models.UniqueConstraint(fields=('genome', 'handle'), name='idea_object_handle_once'), models.CheckConstraint(condition=models.Q(('content', ''), _negated=True), name='idea_object_has_content')],
                    },
                ),
                migrations.CreateModel(
                    name='Operation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('genome', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='operations', to='genomes.genome')),
                        ('number', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('create', 'made'), ('edit', 'edited'), ('retype', 'retyped'), ('split', 'split'), ('merge', 'merged'), ('reject', 'rejected'), ('restore', 'restored'), ('accept', 'accepted'), ('carry', 'carried over'), ('confirm', 'place confirmed'), ('undo', 'undone'), ('redo', 'done again')], max_length=10)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                        ('why', models.CharField(blank=True, max_length=300)),
                        ('before', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('after', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='genomes.operation')),
                    ],
                    options={
                        'ordering': ['genome', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('genome', 'number'), name='operation_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SecondReading',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('genome', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='second_reading', to='genomes.genome')),
                        ('unit', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='second_reading', to='annotation.unit')),
                        ('reader', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='second_readings', to=settings.AUTH_USER_MODEL)),
                        ('guideline', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.guideline')),
                        ('submitted_at', models.DateTimeField(blank=True, null=True)),
                        ('waived_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('waived_at', models.DateTimeField(blank=True, null=True)),
                        ('waive_reason', models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        'ordering': ['genome'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('submitted_at__isnull', True), models.Q(('guideline__isnull', False), ('reader__isnull', False)), _connector='OR'), name='second_reading_submitted_has_a_reader'), models.CheckConstraint(condition=models.Q(('waived_at__isnull', True), models.Q(('waived_by__isnull', False), models.Q(('waive_reason', ''), _negated=True)), _connector='OR'), name='second_reading_waived_has_a_reason'), models.CheckConstraint(condition=models.Q(('submitted_at__isnull', True), ('waived_at__isnull', True), _connector='OR'), name='second_reading_submitted_or_waived')],
                    },
                ),
                migrations.CreateModel(
                    name='RawReply',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('extraction', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='genomes.extractionpass')),
                        ('part', models.PositiveIntegerField()),
                        ('attempt', models.PositiveSmallIntegerField()),
                        ('status', models.PositiveSmallIntegerField(help_text='HTTP status; empty when nothing was answered.', null=True)),
                        ('body', models.TextField(blank=True)),
                        ('fault', models.CharField(blank=True, max_length=300)),
                        ('tokens_in', models.PositiveIntegerField(default=0)),
                        ('tokens_out', models.PositiveIntegerField(default=0)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['extraction', 'part', 'attempt'],
                    },
                ),
                migrations.CreateModel(
                    name='Candidate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('idea_object', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='candidate', to='genomes.ideaobject')),
                        ('extraction', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='candidates', to='genomes.extractionpass')),
                        ('content', models.TextField()),
                        ('places', models.JSONField(default=list, help_text='The [start, end] of each proposed piece of evidence.')),
                        ('why', models.CharField(blank=True, help_text='The cue or the reason that was given.', max_length=300)),
                        ('confidence', models.FloatField(blank=True, null=True)),
                        ('decision', models.CharField(choices=[('open', 'undecided'), ('accepted', 'accepted as it was'), ('edited', 'accepted with changes'), ('rejected', 'rejected')], default='open', max_length=10)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['extraction', 'idea_object'],
                    },
                ),
                migrations.CreateModel(
                    name='Evidence',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('idea_object', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='genomes.ideaobject')),
                        ('source_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='genomes.sourceversion')),
                        ('passage', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='genomes.passage')),
                        ('start', models.PositiveIntegerField()),
                        ('end', models.PositiveIntegerField()),
                        ('quote', models.TextField()),
                        ('prefix', models.CharField(blank=True, max_length=32)),
                        ('suffix', models.CharField(blank=True, max_length=32)),
                        ('text_sha256', models.CharField(max_length=64)),
                        ('is_confirmed', models.BooleanField(default=True)),
                        ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['idea_object', 'start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='evidence_not_empty'), models.UniqueConstraint(fields=('idea_object', 'start', 'end'), name='evidence_place_once_per_object')],
                    },
                ),
                migrations.CreateModel(
                    name='IdeaObjectEvent',
                    fields=[
                        ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                        ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                        ('pgh_label', models.TextField(help_text='The event label.')),
                        ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='genomes.ideaobject')),
                        ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                        ('id', models.BigIntegerField()),
                        ('genome', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='genomes.genome')),
                        ('type', models.CharField(choices=[('niche', 'niche'), ('mechanism', 'mechanism'), ('observation', 'observation'), ('limitation', 'limitation'), ('delta', 'delta'), ('claim', 'claim')], max_length=12, verbose_name='type')),
                        ('handle', models.CharField(help_text='Letter of the type and a number: M1.', max_length=8)),
                        ('content', models.TextField(verbose_name='content')),
                        ('constraint', models.TextField(blank=True, verbose_name='constraint')),
                        ('contribution_role', models.CharField(choices=[('driver', 'driver'), ('passenger', 'passenger'), ('context', 'context')], default=evaluator.vocabulary.ContributionRole['CONTEXT'], max_length=10, verbose_name='contribution role')),
                        ('lineage_relevant', models.BooleanField(default=True, verbose_name='matters to the lineage')),
                        ('state', models.CharField(choices=[('candidate', 'candidate'), ('accepted', 'accepted'), ('rejected', 'rejected')], default='accepted', max_length=10)),
                        ('reject_reason', models.CharField(blank=True, max_length=300)),
                        ('carried_from', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='genomes.ideaobject')),
                        ('created_by', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('changed_at', models.DateTimeField(auto_now=True)),
                        ('revision', models.PositiveIntegerField(default=1)),
                    ],
                    options={
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='ReadingDraft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reading', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='genomes.secondreading')),
                        ('reader', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('revision', models.PositiveIntegerField(default=0)),
                        ('saved_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('reading', 'reader'), name='reading_draft_once_per_person')],
                    },
                ),
                migrations.CreateModel(
                    name='Typing',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('reading', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='typings', to='genomes.secondreading')),
                        ('idea_object', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='typing', to='genomes.ideaobject')),
                        ('number', models.PositiveIntegerField()),
                        ('first_type', models.CharField(choices=[('niche', 'niche'), ('mechanism', 'mechanism'), ('observation', 'observation'), ('limitation', 'limitation'), ('delta', 'delta'), ('claim', 'claim')], max_length=12)),
                        ('first_role', models.CharField(choices=[('driver', 'driver'), ('passenger', 'passenger'), ('context', 'context')], max_length=10)),
                        ('first_key', models.CharField(max_length=64)),
                        ('is_object', models.BooleanField()),
                        ('type', models.CharField(blank=True, choices=[('niche', 'niche'), ('mechanism', 'mechanism'), ('observation', 'observation'), ('limitation', 'limitation'), ('delta', 'delta'), ('claim', 'claim')], max_length=12, verbose_name='type')),
                        ('contribution_role', models.CharField(blank=True, choices=[('driver', 'driver'), ('passenger', 'passenger'), ('context', 'context')], max_length=10, verbose_name='contribution role')),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('key', models.CharField(max_length=64)),
                    ],
                    options={
                        'ordering': ['reading', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('reading', 'number'), name='typing_number_once'), models.CheckConstraint(condition=models.Q(models.Q(('is_object', True), models.Q(('type', ''), _negated=True), models.Q(('contribution_role', ''), _negated=True)), models.Q(('contribution_role', ''), ('is_object', False), ('type', ''), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='typing_says_what_it_is')],
                    },
                ),
                migrations.CreateModel(
                    name='CarriedEvidence',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('idea_object', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='carried_evidence', to='genomes.ideaobject')),
                        ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='genomes.evidence')),
                        ('old', models.JSONField(default=dict, help_text='The evidence in the old text: start, quote, prefix, suffix.')),
                        ('evidence', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='carried', to='genomes.evidence')),
                        ('outcome', models.CharField(choices=[('exact', 'found word for word'), ('proposed', 'proposed by likeness'), ('orphan', 'not found')], max_length=10)),
                        ('score', models.FloatField(help_text='Likeness, 0 to 1.', null=True)),
                        ('decision', models.CharField(choices=[('open', 'waits for a person'), ('confirmed', 'confirmed'), ('replaced', 'another place was chosen'), ('dropped', 'dropped')], default='open', max_length=10)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['idea_object', 'id'],
                    },
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='paper',
                    trigger=pgtrigger.compiler.Trigger(name='paper_id_never_changes', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."project_id" IS DISTINCT FROM (NEW."project_id"))', func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='d2f0f97162a3001babfc7bf2efbdf15b77965212', operation='UPDATE', pgid='pgtrigger_paper_id_never_changes_9fc3c', table='genomes_paper', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='sourceversion',
                    trigger=pgtrigger.compiler.Trigger(name='source_version_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='b5f2270fd8c74f756fef090c0799db418574e6d0', operation='UPDATE', pgid='pgtrigger_source_version_is_append_only_ee7b6', table='genomes_sourceversion', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='passage',
                    trigger=pgtrigger.compiler.Trigger(name='passage_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='c766c9d379a64a63f802e2535b22c80926104ff3', operation='UPDATE', pgid='pgtrigger_passage_is_append_only_25b56', table='genomes_passage', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='ideaobject',
                    trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "genomes_ideaobjectevent" ("carried_from_id", "changed_at", "constraint", "content", "contribution_role", "created_at", "created_by_id", "genome_id", "handle", "id", "lineage_relevant", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reject_reason", "revision", "state", "type") VALUES (NEW."carried_from_id", NEW."changed_at", NEW."constraint", NEW."content", NEW."contribution_role", NEW."created_at", NEW."created_by_id", NEW."genome_id", NEW."handle", NEW."id", NEW."lineage_relevant", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."reject_reason", NEW."revision", NEW."state", NEW."type"); RETURN NULL;', hash='a5d1b7087d502bdb9d55d5b188e7bbae7e3e4d78', operation='INSERT', pgid='pgtrigger_insert_insert_bb874', table='genomes_ideaobject', when='AFTER')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='ideaobject',
                    trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."carried_from_id" IS DISTINCT FROM (NEW."carried_from_id") OR OLD."changed_at" IS DISTINCT FROM (NEW."changed_at") OR OLD."constraint" IS DISTINCT FROM (NEW."constraint") OR OLD."content" IS DISTINCT FROM (NEW."content") OR OLD."contribution_role" IS DISTINCT FROM (NEW."contribution_role") OR OLD."created_at" IS DISTINCT FROM (NEW."created_at") OR OLD."created_by_id" IS DISTINCT FROM (NEW."created_by_id") OR OLD."genome_id" IS DISTINCT FROM (NEW."genome_id") OR OLD."handle" IS DISTINCT FROM (NEW."handle") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."lineage_relevant" IS DISTINCT FROM (NEW."lineage_relevant") OR OLD."reject_reason" IS DISTINCT FROM (NEW."reject_reason") OR OLD."revision" IS DISTINCT FROM (NEW."revision") OR OLD."state" IS DISTINCT FROM (NEW."state") OR OLD."type" IS DISTINCT FROM (NEW."type"))', func='INSERT INTO "genomes_ideaobjectevent" ("carried_from_id", "changed_at", "constraint", "content", "contribution_role", "created_at", "created_by_id", "genome_id", "handle", "id", "lineage_relevant", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reject_reason", "revision", "state", "type") VALUES (NEW."carried_from_id", NEW."changed_at", NEW."constraint", NEW."content", NEW."contribution_role", NEW."created_at", NEW."created_by_id", NEW."genome_id", NEW."handle", NEW."id", NEW."lineage_relevant", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."reject_reason", NEW."revision", NEW."state", NEW."type"); RETURN NULL;', hash='bf315c6b265719530a4c84b523d4bda154ea3b94', operation='UPDATE', pgid='pgtrigger_update_update_f0fcb', table='genomes_ideaobject', when='AFTER')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='operation',
                    trigger=pgtrigger.compiler.Trigger(name='operation_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='90b399019ee425e2b45b07a7908be21a0f3a5e0c', operation='UPDATE OR DELETE', pgid='pgtrigger_operation_is_append_only_e55e6', table='genomes_operation', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='secondreading',
                    trigger=pgtrigger.compiler.Trigger(name='second_reading_closed_stays_so', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."submitted_at" IS NOT NULL OR OLD."waived_at" IS NOT NULL)', func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='057a3437982858a9ce939b2492e4be6d01ac494a', operation='UPDATE OR DELETE', pgid='pgtrigger_second_reading_closed_stays_so_9385e', table='genomes_secondreading', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='rawreply',
                    trigger=pgtrigger.compiler.Trigger(name='raw_reply_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='5fccd76d057b00d75c09e42a477a1df9b169d179', operation='UPDATE', pgid='pgtrigger_raw_reply_is_append_only_bd76a', table='genomes_rawreply', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='evidence',
                    trigger=pgtrigger.compiler.Trigger(name='evidence_quotes_its_text', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    IF NOT EXISTS (\n        SELECT 1 FROM genomes_sourceversion v\n        WHERE v.id = NEW.source_version_id\n          AND v.text_sha256 = NEW.text_sha256\n          AND substring(v.text FROM NEW.start + 1 FOR NEW."end" - NEW.start) = NEW.quote\n    ) THEN\n        RAISE EXCEPTION \'evidence % to % does not quote its source version\', NEW.start, NEW."end";\n    END IF;\n    RETURN NEW;\n', hash='39f7a5502537e965f03311dd8cd3cc7889f16137', operation='INSERT OR UPDATE', pgid='pgtrigger_evidence_quotes_its_text_1d38a', table='genomes_evidence', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='typing',
                    trigger=pgtrigger.compiler.Trigger(name='typing_is_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='fb29995f1d0cbc341533a4e7a9c4622175511dd9', operation='UPDATE OR DELETE', pgid='pgtrigger_typing_is_append_only_b3a68', table='genomes_typing', when='BEFORE')),
                ),
            ],
        ),
    ]
