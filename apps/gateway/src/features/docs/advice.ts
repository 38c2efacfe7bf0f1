import type { ErrorCode, FieldCode } from '@carillon/contracts';

/** What a client's author can do about each code. Text, not HTML; text between backticks is code. */
export const advice: Readonly<Record<ErrorCode, string>> = {
  malformed_request:
    'What arrived is not HTTP as RFC 9112 has it, or the body broke off. Mend the client, or the proxy between it and us.',
  malformed_json:
    'Send one JSON object in UTF-8, at most 32 levels deep, without a key twice and without `__proto__`, `constructor` and `prototype`. `detail` says what was found.',
  missing_api_key: 'Send the header `Authorization: Bearer <key>`.',
  invalid_api_key:
    'The key was mistyped, or it was revoked. Make a new one with another key, or ask your operator.',
  api_key_expired:
    '`detail` says until when the key was good. Make another one; `POST /api-keys/:id/rotate` does so ahead of time, and lets both live for a while.',
  sign_in_failed:
    'Check the address, the password, and the code if one was given. After too many tries the answer is 429.',
  second_factor_required: 'Send the `code` that your authenticator app shows, or a recovery code.',
  invalid_session:
    'The session was ended, or was not used for twelve hours. Sign in again: `POST /sessions`.',
  operator_key_required: "Paths under `/operator/` take an operator's key and no other.",
  user_key_required:
    "An operator's key opens `/operator/` alone. Make a key for the user whom the request is for.",
  insufficient_scope: 'Use a key that has the scope in `detail`, or make one: `POST /api-keys`.',
  network_not_allowed:
    'The key is accepted from its `networks` alone. Send the request from there, or make a key for where you are.',
  account_suspended: 'Nothing can be done with this account until the operator makes it ACTIVE again.',
  session_required: 'This is about the person who is signed in: a key has none. Sign in: `POST /sessions`.',
  invalid_csrf_token:
    'In a session, everything but GET needs the header `X-CSRF-Token`, with the `csrfToken` of `GET /sessions/current`.',
  invalid_signature:
    'For callbacks: Twilio signs the address that it was told with the token of the integration. Check `authToken` and `PUBLIC_URL`.',
  route_not_found: 'Check the path: letter case counts, and so does a slash at its end.',
  campaign_not_found: 'There is no campaign of yours with this id. It may have been deleted.',
  group_not_found:
    'There is no group of yours with this id or slug. `errors` names each one that is missing.',
  subscriber_not_found:
    'There is no subscriber of yours with this id. They, or their group, may have been deleted.',
  sender_not_found: 'Check the ID. `GET /senders` lists your senders.',
  integration_not_found: 'There is no integration of yours with this id.',
  api_key_not_found: 'There is no key of yours with this id. It may have been revoked.',
  operator_key_not_found: "There is no operator's key with this id. It may have been revoked.",
  user_not_found: 'There is no user with this id.',
  import_not_found: 'There is no import of yours with this id.',
  removal_not_found: 'There is no removal of yours with this id.',
  erasure_not_found: 'There is no erasure of yours with this id.',
  inbound_message_not_found:
    'There is no message to you with this id. Messages are kept for 90 days unless your operator chose otherwise.',
  suppression_not_found: 'There is no suppression of yours with this id. It may have been lifted.',
  delivery_not_found: 'The campaign has no delivery with this id, or its deliveries are not kept any more.',
  member_not_found: 'There is no member of your account with this id. They may have been removed.',
  invitation_not_found:
    'There is no open invitation of your account with this id. It may have been accepted, or have ended.',
  session_not_found: 'There is no session of yours with this id. It may have ended.',
  webhook_not_found: 'There is no webhook of yours with this id. List them with `GET /api/v1/webhooks`.',
  webhook_message_not_found:
    'Take the `messageId` of an attempt. What is older than the log cannot be sent again.',
  link_not_found: 'Ask for another link: each works once, and for a time.',
  method_not_allowed: 'Use one of the methods in the header `Allow`.',
  not_acceptable:
    'Answers are JSON, streams of events `text/event-stream`. Say so in `Accept`, or leave it out.',
  request_timeout: 'The headers or the body took too long to arrive. Send the request again.',
  campaign_not_draft:
    'Only drafts are edited and published. `POST /campaigns/:id/duplicate` makes a draft of any campaign.',
  campaign_changed:
    'Somebody has edited or published the campaign since the `ifUpdatedAt` of your request, and it was left as it is. Read it, put both changes together, and send them with its `updatedAt`.',
  campaign_wrong_status: 'Read the campaign, and do what its status allows. It may have moved on meanwhile.',
  campaign_incomplete:
    'A draft needs a name and a message before you test it, and also a group before you publish it. Add what `errors` names: `PATCH /campaigns/:id`.',
  campaign_groups_missing: 'Groups of the campaign were deleted. Edit it to name others.',
  nothing_to_retry:
    'Nobody of this campaign failed in a way that another try could mend. Name `states` or `reasons` to say whom you mean.',
  subscriber_exists:
    'This is no failure if you only wanted them to be there: `subscriberId` says who it is. Change them by `PATCH /subscribers/:id`.',
  slug_taken: 'Choose another slug, or leave it out: then a free one is made from the name.',
  group_in_use:
    'A campaign that is scheduled, sent or paused targets the group. Delete it when that has ended.',
  campaign_senders_missing:
    'Senders of the campaign were deleted. Edit the campaign to name other senders, or none to use the defaults.',
  sender_name_taken: 'Choose another name.',
  sender_in_use: 'A running campaign uses this sender. Wait until the campaign ends, or cancel it.',
  default_sender: 'Make another sender the default first: `POST /senders/:id/default`.',
  integration_exists: 'There is one integration for each channel. Change it: `PATCH /integrations/:id`.',
  integration_in_use: 'A campaign goes out by it. Wait for its end, or cancel it.',
  api_key_in_use: 'A key cannot revoke itself. Use another one to do so.',
  api_key_rotated: 'Use the successor. If its secret is lost, delete it and rotate the key again.',
  member_exists: 'The person is a member already: change their role instead.',
  last_owner: 'Make somebody else an owner first.',
  second_factor_exists: 'Remove the second factor before you set up another one.',
  second_factor_not_begun: 'Begin with `POST /profile/second-factor`.',
  password_not_set:
    'Who has joined by a provider of OpenID Connect has no password. `POST /passwords/forgotten` mails a link to set one.',
  mail_not_configured: 'The operator sets `DEFAULT_SMTP_URL` and `DEFAULT_FROM`.',
  operator_key_configured:
    'This key is the one in `BOOTSTRAP_OPERATOR_KEY`. Change it there and start the account service anew.',
  address_suppressed: 'Whoever has this address must not be written to. See `GET /suppressions?identifier=`.',
  suppression_by_recipient:
    'The person asked for no more messages. Send `confirmConsent: true` only if they have asked you to be written to again.',
  limit_reached:
    'There are as many of these as an account may have. `detail` says how many; delete what is not needed.',
  answer_erased:
    'The answer to the first request with this key named a person who was erased since. Read what there is now, and use another key.',
  quota_exceeded:
    '`quota` says of what there is as much as the plan allows, `limit` and `used` how much. Delete what is not needed, or ask your operator for another plan. `GET /account/usage` shows all quotas.',
  idempotency_in_progress:
    'The first request with this `Idempotency-Key` is still running. Wait a second and send it again.',
  body_too_large: 'A body of JSON has at most 1 MiB. Many subscribers at once are an import.',
  unsupported_media_type: 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
  validation_failed: '`errors` names all wrong fields with a code each, up to twenty. The codes are below.',
  file_form_unclear:
    'Pass the parameter that `parameter` names; `candidates` has its possible values, the likeliest first. `detail` shows words of the file as each encoding reads them. Or save the file as CSV in UTF-8 with commas.',
  idempotency_key_reused:
    'This `Idempotency-Key` came with another request before. Make a new key for each new request.',
  rate_limited: 'Wait as many seconds as `Retry-After` says. `RateLimit` in each answer tells what is left.',
  headers_too_large: 'The request line and the headers together have at most 16 KiB.',
  internal: 'This is our fault. Send the request again, and tell us its `requestId` if it stays so.',
  service_unavailable:
    'A part of the service is away or busy. Send the same request again after `Retry-After`, with an `Idempotency-Key` if it is a POST.',
  timeout:
    'It is not known whether the request was carried out. Send it again, with the same `Idempotency-Key` if it is a POST.',
};

/** The meaning of a field's code. */
export const fieldAdvice: Readonly<Record<FieldCode, string>> = {
  required: 'It is not there, and must be.',
  unknown_field: 'There is no such field or query name here.',
  wrong_type: 'A string, number, boolean, object or array is expected, not this. Nothing is converted.',
  empty: 'It is empty or blank.',
  too_short: 'It has too few characters.',
  too_long: 'It has too many characters.',
  too_many: 'It has too many items or keys.',
  too_small: 'The number is below what is allowed, or the time is past.',
  too_big: 'The number, time or object as a whole is above what is allowed.',
  too_complex:
    'The HTML of the email takes too much to read or to fill in: it nests too deep, or has too many elements, attributes or placeholders. Simplify it.',
  invalid_id: 'An id is 24 lower-case hex digits.',
  invalid_email: 'Not an email address that can be used.',
  invalid_phone: 'Not an international phone number: `+` and the country code first.',
  invalid_slug: 'A slug is lower-case letters and digits with single hyphens between them.',
  invalid_time: 'Not a time as in RFC 3339: `2026-03-01T10:00:00Z`.',
  invalid_network: 'Not an IP address or a block of them such as `203.0.113.0/24` or `2001:db8::/32`.',
  control_character: 'It contains a control character.',
  invalid_text: 'It contains NUL or half of a surrogate pair.',
  not_allowed: 'Not one of the values that are allowed here, or not beside others.',
  not_found: 'It names something that does not exist or is not yours.',
  conflict: 'Body and query say different things.',
};
