import type { ErrorCode, FieldCode } from '@carillon/contracts';

/** How to resolve each error code. The advice is text, not HTML. Text between backticks is code. */
export const advice: Readonly<Record<ErrorCode, string>> = {
  malformed_request:
    'The request is not valid HTTP (RFC 9112), or the body ended early. Fix the client, or the proxy between it and this service.',
  malformed_json:
    'Send one JSON object in UTF-8, at most 32 levels deep, without duplicate keys and without `__proto__`, `constructor`, and `prototype`. See `detail`.',
  missing_api_key: 'Send the header `Authorization: Bearer <key>`.',
  invalid_api_key:
    'The key was mistyped or revoked. Create a new one with another key, or ask your operator.',
  api_key_expired:
    '`detail` contains the expiration time of the key. Create another key. To replace a key before it expires, use `POST /api-keys/:id/rotate`: both keys work for a while.',
  sign_in_failed:
    'Check the address, the password, and the code. After too many attempts, the response is 429.',
  second_factor_required: 'Send the `code` from your authenticator app, or a recovery code.',
  invalid_session: 'The session was ended, or was unused for twelve hours. Sign in again: `POST /sessions`.',
  operator_key_required: 'Paths under `/operator/` require an operator key.',
  user_key_required: 'Operator keys work only under `/operator/`. Create a key for the user.',
  insufficient_scope: 'Use a key that has the scope in `detail`, or create one: `POST /api-keys`.',
  network_not_allowed:
    'The key is accepted only from its `networks`. Send the request from one of them, or create a key for your network.',
  account_suspended: 'The account cannot be used until the operator sets its status to ACTIVE.',
  session_required:
    'This operation applies to a signed-in person. API keys cannot use it. Sign in: `POST /sessions`.',
  invalid_csrf_token:
    'In a session, all methods except GET require the header `X-CSRF-Token` with the `csrfToken` of `GET /sessions/current`.',
  invalid_signature:
    'For callbacks: Twilio signs callbacks with the auth token of its account. Check `authToken` of the sender, and `PUBLIC_URL`.',
  route_not_found: 'Check the path. Letter case and a trailing slash matter.',
  campaign_not_found: 'Your account has no campaign with this ID. It may have been deleted.',
  comment_not_found: 'The campaign has no comment with this ID. It may have been deleted.',
  conversion_not_found:
    'Your account has no conversion with this ID. It may have been deleted. `GET /campaigns/:id/conversions` lists those of a campaign.',
  group_not_found: 'Your account has no group with this ID or slug. `errors` lists each missing group.',
  segment_not_found: 'Your account has no segment with this ID. `errors` lists each missing segment.',
  person_not_found: 'Check the ID. The person may have been removed, or merged into another person.',
  media_not_found: 'Your account has no file with this ID. It may have been deleted.',
  template_not_found: 'Your account has no template with this ID. It may have been deleted.',
  template_version_not_found:
    'The template has no such earlier version. The last 20 are kept: `GET /templates/:templateId/versions`.',
  layout_not_found:
    'Your account has no layout with this ID, or the layout has no such version. It may have been deleted. `GET /templates?kind=LAYOUT` lists your layouts.',
  saved_filter_not_found: 'Your account has no saved filter with this ID. It may have been deleted.',
  attribute_not_found:
    'No person of your account has an attribute with this name. `GET /attributes` lists the names.',
  attribute_exists:
    'Choose another name. Names such as `language` cannot be used, because they select the language of messages.',
  topic_not_found: 'Your account has no topic with this ID. It may have been deleted.',
  subscriber_not_found:
    'Your account has no subscriber with this ID. The subscriber or the group may have been deleted.',
  sign_up_form_not_found: 'Check the ID. `GET /sign-up-forms` lists your forms.',
  domain_not_found: 'Check the ID. `GET /domains` lists your domains.',
  sender_not_found: 'Check the ID. `GET /senders` lists your senders.',
  integration_not_found: 'Your account has no integration with this ID.',
  api_key_not_found: 'Your account has no key with this ID. It may have been revoked.',
  operator_key_not_found: 'No operator key has this ID. It may have been revoked.',
  provider_account_not_found: 'No sender uses a provider account with this ID.',
  user_not_found: 'No user has this ID.',
  import_not_found: 'Your account has no import with this ID.',
  removal_not_found: 'Your account has no removal with this ID.',
  erasure_not_found: 'Your account has no erasure with this ID.',
  inbound_message_not_found:
    'Your account has no inbound message with this ID. Messages are stored for 90 days by default.',
  suppression_not_found: 'Your account has no suppression with this ID. It may have been lifted.',
  delivery_not_found: 'The campaign has no delivery with this ID, or its deliveries are no longer stored.',
  member_not_found: 'Your account has no member with this ID. The person may have been removed.',
  invitation_not_found:
    'Your account has no open invitation with this ID. It may have been accepted, or it expired.',
  session_not_found: 'You have no session with this ID. It may have ended.',
  webhook_not_found: 'Your account has no webhook with this ID. List webhooks with `GET /api/v1/webhooks`.',
  webhook_message_not_found:
    'Use the `messageId` of an attempt. Messages that are older than the log cannot be sent again.',
  link_not_found: 'Request another link. Each link works once and expires.',
  method_not_allowed: 'Use one of the methods in the `Allow` header.',
  not_acceptable:
    'Responses are JSON, and event streams are `text/event-stream`. Send a matching `Accept` header, or omit it.',
  request_timeout: 'The headers or the body took too long to arrive. Send the request again.',
  campaign_not_draft:
    'Only drafts can be edited and published. `POST /campaigns/:id/duplicate` creates a draft from any campaign.',
  campaign_changed:
    'The campaign was edited or published after the `ifUpdatedAt` of your request, so your change was not applied. Read the campaign, merge both changes, and send them with its `updatedAt`.',
  campaign_wrong_status:
    'The status of the campaign may have changed. Read the campaign to see which operations its status allows.',
  file_unusable:
    'Open the image in an image editor, save it as PNG or JPEG with at most 50 million pixels, and upload it again.',
  campaign_incomplete:
    'A draft needs a name and a message before you test it, and also a group before you publish it. Add the fields in `errors`: `PATCH /campaigns/:id`.',
  campaign_groups_missing: 'Groups of the campaign were deleted. Edit the campaign to select others.',
  approval_required:
    'Ask for an approval with `POST /campaigns/:id/request-approval`. After another member has approved the campaign, publish it.',
  approval_not_pending:
    'Read the campaign. `approval` shows whether its request was decided, or withdrawn by an edit. If necessary, ask again.',
  own_approval_request: 'Another owner or approver must decide. You can withdraw your own request.',
  nothing_to_retry: 'No failed delivery can be retried. To select recipients, send `states` or `reasons`.',
  person_conflict:
    'An address or the external ID belongs to another person. `personIds` has their IDs, separated by spaces. Change the request, or merge the people with `POST /people/{id}/merge`.',
  subscriber_exists:
    'If you only want to ensure that the subscriber exists, ignore this error. `subscriberId` contains the ID. To change the subscriber, use `PATCH /subscribers/:id`.',
  slug_taken: 'Choose another slug, or omit it to derive an unused slug from the name.',
  group_in_use:
    'A scheduled, running, or paused campaign uses the group. Delete the group after the campaign has ended.',
  campaign_audience_missing:
    'A segment or the topic of the campaign was deleted, or a segment names something that no longer exists. `errors` lists each. Change the segment or the campaign.',
  campaign_senders_missing:
    'Senders of the campaign were deleted. Edit the campaign to name other senders. To use the default senders, name none.',
  campaign_attachments_missing:
    'Files of the messages were deleted. `errors` names each. Edit the campaign: send `attachments` without them, and null as `whatsappMedia` or `smsMedia`.',
  campaign_templates_unusable:
    'The WhatsApp sender doesn’t have the templates, or WhatsApp hasn’t approved them. `errors` names each template. Edit the campaign to use an approved template of this sender: `GET /senders/{id}/content-templates` lists them.',
  segment_in_use:
    'A scheduled, running, or paused campaign uses the segment. Delete the segment after the campaign has ended.',
  template_changed:
    'Read the template again, apply your change to it, and send its new `version` as `ifVersion`.',
  media_in_use:
    '`detail` names what uses the file, such as campaigns and templates. Remove the file from them or delete them, or pass `force=true` to delete the file from emails that people already have.',
  saved_filter_name_taken:
    'Choose another name, or change the filter that has it. Names are compared regardless of letter case.',
  domain_exists: 'Use the existing domain. `GET /domains` lists your domains.',
  sender_name_taken: 'Choose another name.',
  sender_in_use:
    'A running campaign or a pool uses this sender. Wait until the campaign ends, or cancel it. If a pool contains the sender, remove it from the pool.',
  default_sender: 'Make another sender the default first: `POST /senders/:id/default`.',
  content_templates_unsupported:
    'Only WhatsApp senders with the provider TWILIO or META have templates. Choose such a sender.',
  integration_exists: 'Each channel has one integration. Change it: `PATCH /integrations/:id`.',
  integration_in_use: 'A campaign uses the integration. Wait until the campaign ends, or cancel it.',
  api_key_in_use: 'A key cannot revoke itself. Use another key.',
  api_key_rotated: 'Use the successor. If its secret is lost, delete the successor and rotate the key again.',
  member_exists: 'The person is already a member. Change their role instead.',
  last_owner: 'Make someone else an owner first.',
  too_few_members:
    'Add a member to the account first, so that one member can ask and another one can approve.',
  second_factor_exists: 'Remove the second factor before you set up another one.',
  second_factor_not_begun: 'Start with `POST /profile/second-factor`.',
  password_not_set:
    'People who joined through an OpenID Connect provider have no password. `POST /passwords/forgotten` emails a link to set one.',
  mail_not_configured: 'The operator must set `DEFAULT_SMTP_URL` and `DEFAULT_FROM`.',
  operator_key_configured:
    'This key is defined in `BOOTSTRAP_OPERATOR_KEY`. Change it there, and restart the account service.',
  address_suppressed: 'The address is on the suppression list. See `GET /suppressions?identifier=`.',
  suppression_by_recipient:
    'The person opted out. Send `confirmConsent: true` only if they have agreed to receive messages again.',
  limit_reached:
    'The account has reached the maximum number. `detail` contains the limit. Delete some of the objects.',
  answer_erased:
    'The stored response to the first request with this key contained data of an erased person. Read the current state, and use another key.',
  quota_exceeded:
    '`quota` contains the name of the quota, `limit` the limit of the plan, and `used` the current usage. Delete data, or ask your operator for another plan. `GET /account/usage` returns all quotas.',
  idempotency_in_progress:
    'The first request with this `Idempotency-Key` is still running. Retry after a second.',
  body_too_large: 'A JSON body can have at most 1 MiB. To add many subscribers, use an import.',
  unsupported_media_type: 'Send `Content-Type: application/json`, in UTF-8 and uncompressed.',
  validation_failed:
    '`errors` lists up to twenty invalid fields, with a code for each. The codes are listed below.',
  file_form_unclear:
    'Pass the parameter in `parameter`. `candidates` contains its possible values, most likely first. `detail` shows words of the file in each encoding. Alternatively, save the file as CSV in UTF-8 with commas.',
  idempotency_key_reused:
    'This `Idempotency-Key` was used for another request. Create a new key for each new request.',
  rate_limited:
    'Wait for the number of seconds in `Retry-After`. The `RateLimit` header in each response contains the remaining requests.',
  headers_too_large: 'The request line and the headers together can have at most 16 KiB.',
  internal: 'The service has a problem. Retry the request. If the problem persists, report the `requestId`.',
  provider_failed:
    'The provider refused the request, or did not respond. `reason` and `detail` state the cause. Test the sender: `POST /senders/:id/test`.',
  service_unavailable:
    'Part of the service is unavailable or busy. Send the same request again after `Retry-After`. For a POST, use an `Idempotency-Key`.',
  timeout:
    'It is unknown whether the request was completed. Send it again. For a POST, use the same `Idempotency-Key`.',
};

/** The meaning of a field's code. */
export const fieldAdvice: Readonly<Record<FieldCode, string>> = {
  required: 'The field is missing.',
  unknown_field: 'The field or query parameter does not exist.',
  wrong_type: 'The value has the wrong type. Types are not converted.',
  empty: 'The value is empty or blank.',
  too_short: 'The value has too few characters.',
  too_long: 'The value has too many characters.',
  too_many: 'The value has too many items or keys.',
  too_small: 'The number is below the minimum, or the time is in the past.',
  too_big: 'The number, time, or object size exceeds the maximum.',
  too_complex:
    'The HTML of the email is too complex: nesting is too deep, or it has too many elements, attributes, or placeholders. Simplify it.',
  invalid_mjml: 'The MJML of the email has an error. `line` says where.',
  invalid_template:
    'The text is not valid Liquid, or has a tag or a filter that is not allowed. `line` and `column` say where.',
  invalid_id: 'An ID has 24 lowercase hexadecimal digits.',
  invalid_email: 'The value is not a valid email address.',
  invalid_phone:
    'The value is not an international phone number. It must begin with `+` and the country code.',
  invalid_slug: 'A slug has lowercase letters and digits, with single hyphens between them.',
  invalid_time: 'The value is not an RFC 3339 time, such as `2026-03-01T10:00:00Z`.',
  invalid_network:
    'The value is not an IP address or CIDR block, such as `203.0.113.0/24` or `2001:db8::/32`.',
  control_character: 'The value contains a control character.',
  invalid_text: 'The value contains NUL or an unpaired surrogate.',
  not_allowed: 'The value is not one of the allowed values, or not allowed together with other fields.',
  not_found: 'The value refers to an object that does not exist in your account.',
  conflict: 'The body and the query contain different values.',
};
