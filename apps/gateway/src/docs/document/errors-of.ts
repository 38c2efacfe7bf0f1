import type { ErrorCode } from '@carillon/contracts';
import { statusOf } from '../../problems/problem';
import type { Route } from './route';

/** What may be wrong with any request, or on our side of it. */
const always: readonly ErrorCode[] = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'headers_too_large',
  'internal',
  'service_unavailable',
  'timeout',
];
/** Those that come when it is known already which route it is. */
const onPages: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'internal',
  'service_unavailable',
  'timeout',
];
const ofOurJson: readonly ErrorCode[] = ['malformed_json', 'not_acceptable', 'validation_failed'];
const ofKeys: readonly ErrorCode[] = ['missing_api_key', 'invalid_api_key', 'rate_limited'];
const ofUsers: readonly ErrorCode[] = ['user_key_required', 'insufficient_scope', 'account_suspended'];
const ofOperators: readonly ErrorCode[] = ['operator_key_required'];
const ofIdempotency: readonly ErrorCode[] = ['idempotency_in_progress', 'idempotency_key_reused'];

/** Whether the header Idempotency-Key is heeded. */
export function isIdempotent({ method, needed }: Route): boolean {
  return method === 'POST' && needed !== null;
}

/** Whether errors are told to people by pages, in place of problem documents. */
export function hasPages({ config }: Route): boolean {
  return config.foreign?.answerError !== undefined;
}

/** The codes that a route may answer with, by status. Some follow from what it is, the others are its own. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const { config, needed, parameters, notes } = route;
  const codes = [
    ...(hasPages(route) ? onPages : always),
    ...(config.foreign ? [] : ofOurJson),
    ...(needed ? [...ofKeys, ...(needed.role === 'operator' ? ofOperators : ofUsers)] : []),
    ...(parameters.length > 0 && !hasPages(route) ? (['route_not_found'] as const) : []),
    ...parameters.flatMap(({ id }) => (id ? [id.missing] : [])),
    ...(notes?.errors ?? []),
    ...(isIdempotent(route) ? ofIdempotency : []),
  ];
  const byStatus = Map.groupBy(new Set(codes), statusOf);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
