"""Makes people for the peer of the load benchmark, inside the peer, and prints their tokens for `bench_load`:

echo 'exec(open("tests/benchmarks/label_studio_people.py").read())' | label-studio shell > tokens.txt
"""

from organizations.models import Organization  # type: ignore[import-not-found]  # lives in the peer
from rest_framework.authtoken.models import Token
from users.models import User  # type: ignore[import-not-found]  # lives in the peer

organization = Organization.objects.first()
tokens = []
for number in range(50):
    person, _ = User.objects.get_or_create(email=f"load{number}@example.com", username=f"load{number}")
    organization.add_user(person)
    person.active_organization = organization
    person.save()
    tokens.append(Token.objects.get_or_create(user=person)[0].key)
print("TOKENS " + " ".join(tokens))
