import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, fieldCodes, quotaKinds } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, Part, Text, View } from './view';
import { statusOf } from '../http/problems/problem';
import { type Route, hasPages, isIdempotent } from './route';
import { type AnswerHeader, answerHeaders } from './headers';

const codes = Object.keys(errorCodes) as ErrorCode[];
const ourId = '6560f0a1b2c3d4e5f6a7b8c9';
const wrongField = {
  field: 'groups.1',
  code: 'invalid_id',
  detail: 'An ID has 24 lowercase hexadecimal digits',
};

const WrongField = View('WrongField', {
  field: Text(wrongField.field, {
    description:
      'Dotted path with indexes; begins with `query.` for query parameters; empty for the whole body',
  }),
  code: OneOf(fieldCodes, { examples: [wrongField.code] }),
  detail: Text(wrongField.detail),
  line: Type.Optional(
    Type.Integer({ minimum: 1, description: 'With `invalid_template`: the line of the text with the error' }),
  ),
  column: Type.Optional(Type.Integer({ minimum: 1, description: 'The column in that line' })),
});

const Problem = View(
  'Problem',
  {
    type: Type.String({ format: 'uri-reference', description: 'The documentation of the code' }),
    title: Type.String({ description: 'Always the same for a code' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    code: OneOf(codes, { $id: 'ErrorCode' }),
    detail: Type.String({ description: 'For people; the wording can change' }),
    errors: Type.Array(WrongField, { maxItems: 20, description: 'Empty if no field is invalid' }),
    requestId: Type.String(),
    personIds: Type.Optional(
      Type.String({ description: 'With person_conflict: the IDs of the people, separated by spaces' }),
    ),
    subscriberId: Type.Optional(
      Type.String({
        description: 'With `subscriber_exists`: the subscriber that already has this address in the group',
      }),
    ),
    reason: Type.Optional(
      Text('LOGIN_REFUSED', { description: 'With `provider_failed`: why, as in the test of a sender' }),
    ),
    quota: Type.Optional(OneOf(quotaKinds, { description: 'With `quota_exceeded`: the name of the quota' })),
    limit: Type.Optional(Type.String({ description: 'With `quota_exceeded`: the limit of the plan' })),
    used: Type.Optional(Type.String({ description: 'With `quota_exceeded`: the current usage' })),
    parameter: Type.Optional(
      Type.String({ description: 'With `file_form_unclear`: the query parameter to pass' }),
    ),
    candidates: Type.Optional(
      Type.String({
        description: 'With `file_form_unclear`: its possible values, most likely first, separated by spaces',
      }),
    ),
  },
  { description: 'A problem document (RFC 9457). Branch on `code`.' },
);

/** Errors that any request, or the service itself, can cause after the route is known. */
const always = [
  'malformed_request',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'internal',
  'service_unavailable',
  'timeout',
] as const satisfies ErrorCode[];

/** The codes of a route's errors, by status. Some derive from its kind, and the others are specific to it. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const { config, needed, parameters, notes } = route;
  // It redirects on any error, except for a request that is rejected before its route is known.
  if (notes.isRedirect) return new Map([[statusOf('headers_too_large'), ['headers_too_large']]]);
  const when = (isSo: unknown, ...codes: ErrorCode[]): ErrorCode[] => (isSo ? codes : []);
  const codes = [
    ...always,
    ...when(!hasPages(route), 'method_not_allowed', 'headers_too_large'),
    ...when(!config.foreign, 'malformed_json', 'not_acceptable', 'validation_failed'),
    ...when(needed, 'missing_api_key', 'invalid_api_key', 'api_key_expired', 'rate_limited'),
    ...when(needed, 'insufficient_scope', 'network_not_allowed'),
    ...when(needed?.role === 'operator', 'operator_key_required'),
    ...when(needed?.role === 'user', 'user_key_required', 'account_suspended', 'invalid_session'),
    ...when(needed?.role === 'user' && route.method !== 'GET', 'invalid_csrf_token'),
    ...when(needed?.role === 'user' && needed.session, 'session_required'),
    ...when(parameters.size > 0 && !hasPages(route), 'route_not_found'),
    ...[...parameters.values()].flatMap((id) => (id ? [id.missing] : [])),
    ...(notes.errors ?? []),
    ...when(
      isIdempotent(route),
      'answer_erased',
      'idempotency_in_progress',
      'idempotency_key_reused',
      'quota_exceeded',
    ),
  ];
  return new Map([...Map.groupBy(new Set(codes), statusOf)].sort(([a], [b]) => a - b));
}

const headersOfStatus: Readonly<Record<number, readonly AnswerHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
  504: ['Retry-After'],
};

/** The response for several codes of one status. */
export function problemAnswer(status: number, codes: readonly ErrorCode[]): object {
  // Uses an enum with one value, because a generator for Python can merge it with an integer, but not a const.
  const only = Type.Unsafe<number>({ type: 'integer', enum: [status] });
  const narrow = Part({ status: only, code: OneOf(codes) }, { additionalProperties: true });
  const headers = ['X-Request-Id' as const, ...(headersOfStatus[status] ?? [])];
  return {
    $id: `responses/${nameOf(status, codes)}`,
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('\n\n'),
    headers: Object.fromEntries(headers.map((name) => [name, answerHeaders[name]])),
    content: {
      'application/problem+json': {
        schema: { allOf: [Problem, narrow] },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOfProblem(status, code) }])),
      },
    },
  };
}

function exampleOfProblem(status: number, code: ErrorCode): object {
  const { title } = errorCodes[code];
  return {
    ...{ type: `/api/docs/errors#${code}`, title, status, code, detail: title },
    errors: code === 'validation_failed' ? [wrongField] : [],
    requestId: ourId,
    ...(code === 'person_conflict' && { personIds: '6560f0a1b2c3d4e5f6a7b8c8 6560f0a1b2c3d4e5f6a7b8c9' }),
    ...(code === 'provider_failed' && { reason: 'LOGIN_REFUSED' }),
    ...(code === 'subscriber_exists' && { subscriberId: '6560f0a1b2c3d4e5f6a7b8c8' }),
    ...(code === 'file_form_unclear' && {
      parameter: 'encoding',
      candidates: 'windows-1252 windows-1250',
    }),
    ...(code === 'quota_exceeded' && { quota: 'subscribers', limit: '1000', used: '1000' }),
  };
}

/** An unknown path and an unknown ID share one response, which is named after the code for the ID. */
function nameOf(status: number, codes: readonly ErrorCode[]): string {
  const named = codes.filter((code) => code !== 'route_not_found');
  const [only = ''] = named;
  const parts = named.length === 1 ? only.split('_') : (STATUS_CODES[status] ?? '').split(/\W+/);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}
