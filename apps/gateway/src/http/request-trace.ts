import type { Trace } from '@carillon/messaging';
import type { FastifyRequest } from 'fastify';

/** W3C Trace Context §3.2: version, trace id, parent id, flags. */
const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What travels from this request with every message that it causes. */
export function traceOf({ id: requestId, headers: { traceparent } }: FastifyRequest): Trace {
  return typeof traceparent === 'string' && traceparentForm.test(traceparent)
    ? { requestId, traceparent }
    : { requestId };
}
