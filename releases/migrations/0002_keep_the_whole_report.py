from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("releases", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="outcomes",
            field=models.BinaryField(help_text="instances.jsonl, as the evaluator writes it.", null=True),
        ),
        migrations.AddField(
            model_name="run",
            name="report_markdown",
            field=models.BinaryField(help_text="report.md, as the evaluator writes it.", null=True),
        ),
        migrations.AlterField(
            model_name="run",
            name="report",
            field=models.BinaryField(help_text="report.json, as the evaluator writes it.", null=True),
        ),
        migrations.AlterField(
            model_name="run",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting for the worker"),
                    ("refused", "refused"),
                    ("scored", "scored"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
