"""Verifies the DKIM signatures of emails with dkimpy. Reads {"records": {name: text}, "mails": [base64]} from stdin,
and writes a list of results for each email, one for each signature."""

import base64
import json
import sys

import dkim

request = json.load(sys.stdin)
records = {f"{name}.".encode(): text.encode() for name, text in request["records"].items()}


def lookup(name, timeout=5):
    return records.get(name)


def results(mail):
    message = dkim.DKIM(base64.b64decode(mail))
    count = sum(1 for name, _ in message.headers if name.lower() == b"dkim-signature")
    return [verified(message, index) for index in range(count)]


def verified(message, index):
    try:
        return message.verify(idx=index, dnsfunc=lookup)
    except dkim.DKIMException:
        return False


json.dump([results(mail) for mail in request["mails"]], sys.stdout)
