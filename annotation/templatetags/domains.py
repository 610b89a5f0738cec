"""Domains as people read them."""

from django import template

from annotation.wording import domain_words

register = template.Library()
register.filter(domain_words)
