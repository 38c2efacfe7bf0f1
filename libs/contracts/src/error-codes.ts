/** Kinds of errors, in the words of the domain; only the gateway knows the HTTP status of each kind. */
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
  /** HTTP status, only if it differs from the kind's. */
  status?: number;
  /** One fixed sentence for people; `detail` holds what is particular to a case. */
  title: string;
}

const code = (kind: ErrorKind, title: string, status?: number): CodeDefinition => ({
  kind,
  title,
  ...(status === undefined ? {} : { status }),
});

/** Every error code a client can get. docs/api/errors.md lists the same table; a test keeps them equal. */
export const errorCodes = {
  malformed_request: code('invalid', 'This is not a valid HTTP request', 400),
  malformed_json: code('invalid', 'The body is not acceptable JSON', 400),
  missing_api_key: code('unauthenticated', 'An API key is needed'),
  invalid_api_key: code('unauthenticated', 'The API key is not valid'),
  api_key_expired: code('unauthenticated', 'The API key has expired'),
  sign_in_failed: code('unauthenticated', 'The email address or the password is wrong'),
  second_factor_required: code('unauthenticated', 'A code of the second factor is needed'),
  invalid_session: code('unauthenticated', 'The session has ended'),
  operator_key_required: code('forbidden', "This needs an operator's key"),
  user_key_required: code('forbidden', "This needs a user's key"),
  insufficient_scope: code('forbidden', 'The API key lacks the scope for this'),
  network_not_allowed: code('forbidden', 'The API key is not accepted from this address'),
  account_suspended: code('forbidden', 'The account is suspended'),
  session_required: code('forbidden', 'This needs a session'),
  invalid_csrf_token: code('forbidden', 'The CSRF token does not match the session'),
  invalid_signature: code('forbidden', 'The signature does not match'),
  route_not_found: code('not-found', 'There is nothing at this path'),
  campaign_not_found: code('not-found', 'There is no such campaign'),
  group_not_found: code('not-found', 'There is no such group'),
  subscriber_not_found: code('not-found', 'There is no such subscriber'),
  sender_not_found: code('not-found', 'This sender does not exist'),
  integration_not_found: code('not-found', 'There is no such integration'),
  api_key_not_found: code('not-found', 'There is no such API key'),
  operator_key_not_found: code('not-found', "There is no such operator's key"),
  user_not_found: code('not-found', 'There is no such user'),
  import_not_found: code('not-found', 'There is no such import'),
  removal_not_found: code('not-found', 'There is no such removal'),
  erasure_not_found: code('not-found', 'There is no such erasure'),
  inbound_message_not_found: code('not-found', 'There is no such message'),
  suppression_not_found: code('not-found', 'There is no such suppression'),
  delivery_not_found: code('not-found', 'There is no such delivery'),
  member_not_found: code('not-found', 'There is no such member'),
  invitation_not_found: code('not-found', 'There is no such invitation'),
  session_not_found: code('not-found', 'There is no such session'),
  webhook_not_found: code('not-found', 'There is no such webhook'),
  webhook_message_not_found: code('not-found', 'There is no such message of the webhook'),
  link_not_found: code('not-found', 'The link was used, has ended, or never existed'),
  method_not_allowed: code('invalid', 'This path does not take this method', 405),
  not_acceptable: code('invalid', 'No acceptable representation', 406),
  request_timeout: code('invalid', 'The request took too long to arrive', 408),
  campaign_not_draft: code('conflict', 'The campaign is not a draft'),
  campaign_changed: code('conflict', 'The campaign has been changed meanwhile'),
  campaign_wrong_status: code('conflict', "The campaign's status does not allow this"),
  campaign_groups_missing: code('conflict', 'Some groups of the campaign are gone'),
  campaign_senders_missing: code('conflict', 'Some senders of the campaign no longer exist'),
  nothing_to_retry: code('conflict', 'There is nothing to retry'),
  subscriber_exists: code('conflict', 'The group has this subscriber already'),
  slug_taken: code('conflict', 'Another group has this slug'),
  group_in_use: code('conflict', 'A running campaign targets this group'),
  sender_name_taken: code('conflict', 'Another sender of this channel has this name'),
  sender_in_use: code('conflict', 'A running campaign uses this sender'),
  default_sender: code('conflict', 'This sender is the default of its channel'),
  integration_exists: code('conflict', 'There is an integration for this channel already'),
  integration_in_use: code('conflict', 'A running campaign uses this integration'),
  api_key_in_use: code('conflict', 'A key cannot delete itself'),
  api_key_rotated: code('conflict', 'The key has a successor already'),
  member_exists: code('conflict', 'The account has this member already'),
  last_owner: code('conflict', 'An account keeps at least one owner'),
  second_factor_exists: code('conflict', 'There is a second factor already'),
  second_factor_not_begun: code('conflict', 'There is no second factor to confirm'),
  password_not_set: code('conflict', 'There is no password yet'),
  mail_not_configured: code('conflict', 'The operator has set up no mail server'),
  operator_key_configured: code('conflict', 'The key comes from the configuration'),
  address_suppressed: code('conflict', 'The address must not be messaged'),
  suppression_by_recipient: code('conflict', 'The recipient asked for this suppression'),
  limit_reached: code('conflict', 'A limit of the account is reached'),
  answer_erased: code('conflict', 'The stored answer was erased'),
  quota_exceeded: code('conflict', 'A quota of the plan is used up'),
  idempotency_in_progress: code('conflict', 'The first request with this key is still running'),
  body_too_large: code('invalid', 'The body is too large', 413),
  unsupported_media_type: code('invalid', 'The media type is not supported', 415),
  validation_failed: code('invalid', 'Some fields are not valid'),
  file_form_unclear: code('invalid', 'The form of the file is not clear'),
  campaign_incomplete: code('invalid', 'The campaign is incomplete'),
  idempotency_key_reused: code('invalid', 'This key was used with another request'),
  rate_limited: code('limited', 'Too many requests'),
  headers_too_large: code('invalid', 'The headers are too large', 431),
  internal: code('internal', 'Something went wrong on our side'),
  service_unavailable: code('unavailable', 'The service is not available right now'),
  timeout: code('unavailable', 'The service did not answer in time', 504),
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
