import annotation.create_models
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('releases', '0001_initial'), ('releases', '0002_keep_the_whole_report')]

    initial = True

    dependencies = [
        ('annotation', '0004_tallied_units'),
    ]

    operations = [
        annotation.create_models.CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Release',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='releases', to='annotation.project')),
                        ('version', models.CharField(max_length=20, verbose_name='version')),
                        ('state', models.CharField(choices=[('waiting', 'waiting for the worker'), ('failed', 'failed'), ('frozen', 'frozen')], default='waiting', max_length=10)),
                        ('seed', models.PositiveIntegerField(default=1, verbose_name='seed')),
                        ('notes', models.TextField(blank=True, verbose_name='notes')),
                        ('leave_out_disputes', models.BooleanField(default=False, help_text='Otherwise an open dispute stops the release.', verbose_name='leave out pairs with an open dispute')),
                        ('audits', models.JSONField(default=list, help_text='What each audit found, as releases.audits gives it.')),
                        ('requested_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('requested_at', models.DateTimeField(auto_now_add=True)),
                        ('frozen_at', models.DateTimeField(null=True)),
                        ('manifest_sha256', models.CharField(blank=True, max_length=64)),
                        ('counts', models.JSONField(default=dict)),
                        ('error', models.TextField(blank=True)),
                    ],
                    options={
                        'ordering': ['project', '-requested_at'],
                        'constraints': [models.UniqueConstraint(fields=('project', 'version'), name='release_version_once'), models.CheckConstraint(condition=models.Q(models.Q(('frozen_at__isnull', False), ('state', 'frozen'), models.Q(('manifest_sha256', ''), _negated=True)), models.Q(('state', 'frozen'), _negated=True), _connector='OR'), name='release_frozen_has_a_hash')],
                    },
                ),
                migrations.CreateModel(
                    name='ReleaseFile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='releases.release')),
                        ('path', models.CharField(max_length=300)),
                        ('content', models.BinaryField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('size', models.PositiveBigIntegerField()),
                        ('rows', models.PositiveIntegerField(null=True)),
                    ],
                    options={
                        'ordering': ['release', 'path'],
                        'constraints': [models.UniqueConstraint(fields=('release', 'path'), name='release_file_path_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Run',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='releases.release')),
                        ('system', models.CharField(max_length=200, verbose_name='system')),
                        ('seed', models.PositiveBigIntegerField(default=0)),
                        ('predictions', models.BinaryField()),
                        ('predictions_sha256', models.CharField(max_length=64)),
                        ('state', models.CharField(choices=[('waiting', 'waiting for the worker'), ('refused', 'refused'), ('scored', 'scored'), ('failed', 'failed')], default='waiting', max_length=10)),
                        ('faults', models.JSONField(default=list)),
                        ('report', models.BinaryField(help_text='report.json, as the evaluator writes it.', null=True)),
                        ('report_markdown', models.BinaryField(help_text='report.md, as the evaluator writes it.', null=True)),
                        ('outcomes', models.BinaryField(help_text='instances.jsonl, as the evaluator writes it.', null=True)),
                        ('total_micro', models.FloatField(null=True)),
                        ('submitted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('submitted_at', models.DateTimeField(auto_now_add=True)),
                        ('finished_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'ordering': ['release', '-submitted_at'],
                        'constraints': [models.UniqueConstraint(fields=('release', 'system', 'predictions_sha256', 'seed'), name='run_once')],
                    },
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='release',
                    trigger=pgtrigger.compiler.Trigger(name='release_frozen_is_immutable', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."state" = \'frozen\')', func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='88d2e1db4d976495dd2148f00d1a840430d6c602', operation='UPDATE OR DELETE', pgid='pgtrigger_release_frozen_is_immutable_1b581', table='releases_release', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='releasefile',
                    trigger=pgtrigger.compiler.Trigger(name='release_file_is_immutable', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='f6a2e78432b11f3fda2801c62bab529a13a163ad', operation='UPDATE OR DELETE', pgid='pgtrigger_release_file_is_immutable_791bd', table='releases_releasefile', when='BEFORE')),
                ),
                pgtrigger.migrations.AddTrigger(
                    model_name='releasefile',
                    trigger=pgtrigger.compiler.Trigger(name='release_file_before_freezing_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="\n    IF EXISTS (SELECT 1 FROM releases_release r WHERE r.id = NEW.release_id AND r.state = 'frozen') THEN\n        RAISE EXCEPTION 'release % is frozen: no file may be added', NEW.release_id;\n    END IF;\n    RETURN NEW;\n", hash='f5ea201b5280195885e9d7278fd0fad617feea12', operation='INSERT', pgid='pgtrigger_release_file_before_freezing_only_63db6', table='releases_releasefile', when='BEFORE')),
                ),
            ],
        ),
    ]
