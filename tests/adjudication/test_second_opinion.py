"""The dashboard's α against other people's code."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from adjudication.models import AgreementTally
from adjudication.second_opinion import alpha_of_package
from adjudication.services.tallies import count_pairs, recount
from tests.adjudication.making import a_dispute
from tests.cast import Cast


def test_the_package_is_asked_only_where_alpha_is_defined() -> None:
    # Krippendorff's own example (cases.md): units 4 and 12 dropped to one value say nothing.
    assert alpha_of_package([Counter(a=2), Counter(a=2)]) is None
    assert alpha_of_package([Counter(a=1), Counter(b=1)]) is None
    # By hand: pairs aa, ab → Do = 1/2, De = 2·3·1/(4·3) = 1/2, so α = 0.
    assert alpha_of_package([Counter(a=2), Counter(a=1, b=1)]) == pytest.approx(0)


def test_figures_and_package_agree_unless_a_count_is_wrong(cast: Cast) -> None:
    a_dispute(cast)
    a_dispute(cast)
    count_pairs(project=cast.project)
    AgreementTally.objects.filter(field="dynamics").delete()
    with pytest.raises(CommandError, match="differ in dynamics"):
        call_command("check_agreement", project="demo", stdout=StringIO())
    recount(project=cast.project)
    told = StringIO()
    call_command("check_agreement", project="demo", stdout=told)
    assert "dynamics: -0.5 here, -0.5 by krippendorff" in told.getvalue()
    with pytest.raises(CommandError, match="no project"):
        call_command("check_agreement", project="none")
