"""What Schemathesis cannot know by itself of this API: see schemathesis.toml."""

import re
import uuid

import schemathesis

WELL_FORMED = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?")
TEXTS = ("application/x-ndjson", "text/csv")
# urllib3 uses this value for "no such header" and refuses to send it. Schemathesis may generate it, because it is a string in its code.
NEVER_SENT = "@@@SKIP_HEADER@@@"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """OpenAPI 3.1 calls a stream a text. Schemathesis checks each event of it, so it gets the schema of an event."""
    answer = raw_schema["paths"]["/api/v1/campaigns/{id}/events"]["get"]["responses"]["200"]
    answer["content"]["text/event-stream"]["schema"] = {
        "type": "object",
        "properties": {
            "event": {"const": "report"},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": "#/components/schemas/Report"},
            },
        },
        "required": ["event", "data"],
    }


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key that was used with another request is refused, so a well-formed one is made unique."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and WELL_FORMED.fullmatch(key):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())


@schemathesis.hook
def filter_headers(context, headers):
    return headers is None or NEVER_SENT not in headers.values()


@schemathesis.hook
def filter_case(context, case):
    """A text has no wrong type: whatever it is made of is a text when it is sent."""
    return case.media_type not in TEXTS or isinstance(case.body, (str, bytes))


@schemathesis.serializer("application/x-ndjson")
def ndjson(context, value):
    return value if isinstance(value, bytes) else str(value).encode()
