/** Kinds of errors in domain terms. Only the gateway knows the HTTP status of each kind. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'limited'
  | 'unavailable'
  | 'internal';

interface CodeDefinition {
  kind: ErrorKind;
  /** The HTTP status, only if it differs from the status of the kind. */
  status?: number;
  /** A fixed text for people. `detail` contains the specifics. */
  title: string;
}

const code = (kind: ErrorKind, title: string, status?: number): CodeDefinition => ({
  kind,
  title,
  ...(status === undefined ? {} : { status }),
});

/** Every error code that a client can get. docs/api/errors.md contains the same table, and a test keeps them equal. */
export const errorCodes = {
  malformed_request: code('invalid', 'Not a valid HTTP request', 400),
  malformed_json: code('invalid', 'The body is not acceptable JSON', 400),
  missing_api_key: code('unauthenticated', 'An API key is required'),
  invalid_api_key: code('unauthenticated', 'The API key is invalid'),
  api_key_expired: code('unauthenticated', 'The API key has expired'),
  sign_in_failed: code('unauthenticated', 'The email address or the password is incorrect'),
  second_factor_required: code('unauthenticated', 'A second-factor code is required'),
  invalid_session: code('unauthenticated', 'The session has ended'),
  operator_key_required: code('forbidden', 'An operator key is required'),
  user_key_required: code('forbidden', 'A user key is required'),
  insufficient_scope: code('forbidden', 'The API key lacks the required scope'),
  network_not_allowed: code('forbidden', 'The API key is not accepted from this address'),
  account_suspended: code('forbidden', 'The account is suspended'),
  session_required: code('forbidden', 'A session is required'),
  invalid_csrf_token: code('forbidden', 'The CSRF token does not match the session'),
  invalid_signature: code('forbidden', 'The signature does not match'),
  route_not_found: code('not-found', 'No resource at this path'),
  campaign_not_found: code('not-found', 'Campaign not found'),
  comment_not_found: code('not-found', 'Comment not found'),
  conversion_not_found: code('not-found', 'Conversion not found'),
  group_not_found: code('not-found', 'Group not found'),
  subscriber_not_found: code('not-found', 'Subscriber not found'),
  person_not_found: code('not-found', 'Person not found'),
  segment_not_found: code('not-found', 'Segment not found'),
  topic_not_found: code('not-found', 'Topic not found'),
  sign_up_form_not_found: code('not-found', 'Sign-up form not found'),
  media_not_found: code('not-found', 'File not found'),
  template_not_found: code('not-found', 'Template not found'),
  template_version_not_found: code('not-found', 'Version of the template not found'),
  layout_not_found: code('not-found', 'Layout not found'),
  saved_filter_not_found: code('not-found', 'Saved filter not found'),
  attribute_not_found: code('not-found', 'Attribute not found'),
  domain_not_found: code('not-found', 'Domain not found'),
  sender_not_found: code('not-found', 'This sender does not exist'),
  integration_not_found: code('not-found', 'Integration not found'),
  api_key_not_found: code('not-found', 'API key not found'),
  operator_key_not_found: code('not-found', 'Operator key not found'),
  user_not_found: code('not-found', 'User not found'),
  import_not_found: code('not-found', 'Import not found'),
  removal_not_found: code('not-found', 'Removal not found'),
  erasure_not_found: code('not-found', 'Erasure not found'),
  inbound_message_not_found: code('not-found', 'Message not found'),
  suppression_not_found: code('not-found', 'Suppression not found'),
  delivery_not_found: code('not-found', 'Delivery not found'),
  member_not_found: code('not-found', 'Member not found'),
  invitation_not_found: code('not-found', 'Invitation not found'),
  session_not_found: code('not-found', 'Session not found'),
  webhook_not_found: code('not-found', 'Webhook not found'),
  webhook_message_not_found: code('not-found', 'Webhook message not found'),
  link_not_found: code('not-found', 'The link was already used, has expired, or never existed'),
  method_not_allowed: code('invalid', 'This path does not support this method', 405),
  not_acceptable: code('invalid', 'No acceptable representation', 406),
  request_timeout: code('invalid', 'The request took too long to arrive', 408),
  campaign_not_draft: code('conflict', 'The campaign is not a draft'),
  campaign_changed: code('conflict', 'The campaign was changed in the meantime'),
  campaign_wrong_status: code('conflict', 'The campaign status does not allow this operation'),
  campaign_groups_missing: code('conflict', 'Some groups of the campaign no longer exist'),
  campaign_audience_missing: code('conflict', 'Segments or the topic of the campaign no longer exist'),
  campaign_senders_missing: code('conflict', 'Some senders of the campaign no longer exist'),
  campaign_attachments_missing: code('conflict', 'Some attached files of the campaign no longer exist'),
  campaign_templates_unusable: code('conflict', 'Some WhatsApp templates of the campaign cannot be sent'),
  approval_required: code('conflict', 'Another member must approve the campaign first'),
  approval_not_pending: code('conflict', 'The campaign has no pending request for approval'),
  own_approval_request: code('conflict', 'You cannot decide on your own request for approval'),
  nothing_to_retry: code('conflict', 'No failed delivery can be retried'),
  subscriber_exists: code('conflict', 'The group already has this subscriber'),
  person_conflict: code('conflict', 'The values belong to different people'),
  attribute_exists: code('conflict', 'Another attribute has this name'),
  slug_taken: code('conflict', 'Another group has this slug'),
  group_in_use: code('conflict', 'A running campaign targets this group'),
  segment_in_use: code('conflict', 'A running campaign uses this segment'),
  media_in_use: code('conflict', 'The file is in use'),
  template_changed: code('conflict', 'The template was changed in the meantime'),
  saved_filter_name_taken: code('conflict', 'Another saved filter has this name'),
  domain_exists: code('conflict', 'The account already has this domain'),
  sender_name_taken: code('conflict', 'Another sender of this channel has this name'),
  sender_in_use: code('conflict', 'A running campaign uses this sender'),
  default_sender: code('conflict', 'This sender is the default of its channel'),
  content_templates_unsupported: code('conflict', 'The provider of this sender has no WhatsApp templates'),
  integration_exists: code('conflict', 'An integration for this channel already exists'),
  integration_in_use: code('conflict', 'A running campaign uses this integration'),
  api_key_in_use: code('conflict', 'A key cannot delete itself'),
  api_key_rotated: code('conflict', 'The key already has a successor'),
  member_exists: code('conflict', 'The account already has this member'),
  last_owner: code('conflict', 'An account needs at least one owner'),
  too_few_members: code('conflict', 'Two-person approval needs a second member'),
  second_factor_exists: code('conflict', 'A second factor already exists'),
  second_factor_not_begun: code('conflict', 'No second factor is pending confirmation'),
  password_not_set: code('conflict', 'No password is set'),
  mail_not_configured: code('conflict', 'No mail server is configured'),
  operator_key_configured: code('conflict', 'The key is defined in the configuration'),
  address_suppressed: code('conflict', 'The address is suppressed'),
  suppression_by_recipient: code('conflict', 'The recipient requested this suppression'),
  limit_reached: code('conflict', 'An account limit has been reached'),
  answer_erased: code('conflict', 'The stored response was erased'),
  quota_exceeded: code('conflict', 'A plan quota is exhausted'),
  idempotency_in_progress: code('conflict', 'The first request with this key is still running'),
  body_too_large: code('invalid', 'The body is too large', 413),
  unsupported_media_type: code('invalid', 'The media type is not supported', 415),
  validation_failed: code('invalid', 'Some fields are invalid'),
  file_form_unclear: code('invalid', 'The file format is ambiguous'),
  file_unusable: code('invalid', 'The file cannot be read'),
  campaign_incomplete: code('invalid', 'The campaign is incomplete'),
  idempotency_key_reused: code('invalid', 'This key was used for another request'),
  rate_limited: code('limited', 'Too many requests'),
  headers_too_large: code('invalid', 'The headers are too large', 431),
  internal: code('internal', 'Internal error'),
  provider_failed: code('unavailable', 'The provider did not answer as expected', 502),
  service_unavailable: code('unavailable', 'The service is temporarily unavailable'),
  timeout: code('unavailable', 'The service did not respond in time', 504),
} as const satisfies Record<string, CodeDefinition>;

export type ErrorCode = keyof typeof errorCodes;

/** Codes of single fields in `errors[]`. */
export const fieldCodes = [
  'required',
  'unknown_field',
  'wrong_type',
  'empty',
  'too_short',
  'too_long',
  'too_many',
  'too_small',
  'too_big',
  'too_complex',
  'invalid_mjml',
  'invalid_template',
  'invalid_id',
  'invalid_email',
  'invalid_phone',
  'invalid_slug',
  'invalid_time',
  'invalid_network',
  'control_character',
  'invalid_text',
  'not_allowed',
  'not_found',
  'conflict',
] as const;

export type FieldCode = (typeof fieldCodes)[number];
