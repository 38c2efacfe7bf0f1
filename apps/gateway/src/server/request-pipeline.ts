import type { IncomingMessage } from 'node:http';
import { AppError } from '@carillon/contracts';
import { type Span, type Trace, areTracesOn, beginSpan, withTrace } from '@carillon/messaging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticator, type Needed, type RouteAccess, neededFor } from '../security/authenticator';
import type { ClientNetworks } from '../security/client-networks';
import { SessionToken } from '../security/session-token';
import type { KeyLimits } from '../http/rate-limits/key-limits';
import { MethodNotAllowed } from '../http/problems/problem';
import { takesJson, takesType } from '../http/accept';
import { type BodyForm, admitBody, admitUpload, jsonBody, readBody } from '../http/body';
import { withDefaultCountry } from '../http/input/country';
import { preflightHeaders } from './cors';
import { REQUEST_ID_HEADER } from '../http/request-id';
import type { RouteTable } from '../http/route-table';

/** W3C Trace Context §3.2: version, trace ID, parent ID, flags. */
const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

interface PipelineOptions {
  routes: RouteTable;
  authenticator: Authenticator;
  networks: ClientNetworks;
  limits: KeyLimits;
  /** How long a body may take to arrive (milliseconds). */
  arrivalTimeoutMs: number;
  /** Whether clients reach the gateway only through HTTPS. */
  isSecure: boolean;
}

/** HSTS for a year: RFC 6797 §6.1.1. */
const secureTransport = { 'strict-transport-security': 'max-age=31536000' };
/**
 * Responses contain a user's own data, and are never a page or a script. Pages and the OpenAPI document set their own
 * headers.
 */
const answerHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/**
 * The steps of every request before Nest, in the order of the API's checks: route, key, rate, media types, size, parse.
 * No part of a body is read, and its size isn't checked, before the key is known to be valid.
 */
export function setUpPipeline(http: FastifyInstance, options: PipelineOptions): void {
  const usual = options.isSecure ? { ...answerHeaders, ...secureTransport } : answerHeaders;
  http.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) options.routes.add(each, url);
  });
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(usual).header(REQUEST_ID_HEADER, request.id);
    withTrace(areTracesOn() ? spanOf(request, reply) : traceOf(request), done);
  });
  http.addHook('onRequest', (request, reply) => checkRouteAndKey(request, reply, options));
  http.addHook('preParsing', (request, reply, _payload, done) => {
    admitAnswer(request);
    const { upload } = request.routeOptions.config;
    if (upload) admitUpload(request.headers, upload);
    else {
      admitBody(request.headers, bodyFormOf(request));
      if (request.headers.expect !== undefined) reply.raw.writeContinue();
    }
    done();
  });
  http.addHook('preValidation', ({ principal }, _reply, done) => {
    withDefaultCountry(principal?.role === 'user' ? principal.defaultCountry : undefined, done);
  });
  takeBodies(http, options);
}

/** The trace of this request, which accompanies every message that it causes. */
function traceOf({ id: requestId, headers: { traceparent } }: FastifyRequest): Trace {
  return typeof traceparent === 'string' && traceparentForm.test(traceparent)
    ? { requestId, traceparent }
    : { requestId };
}

/** The same, with a span from here to the end of the response, if the request is sampled. */
function spanOf(request: FastifyRequest, reply: FastifyReply): Trace {
  const { method, is404, routeOptions } = request;
  const trace = traceOf(request);
  const route = is404 ? undefined : routeOptions.url;
  const span = beginSpan({
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    parent: trace.traceparent,
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'carillon.request.id': request.id,
    },
  });
  if (!span) return notSampled(trace);
  reply.raw.once('close', () => endOf(span, reply));
  return { ...trace, traceparent: span.traceparent };
}

/** The caller's trace continues, but none of it is recorded here. */
function notSampled({ traceparent, ...trace }: Trace): Trace {
  return traceparent === undefined ? trace : { ...trace, traceparent: `${traceparent.slice(0, -2)}00` };
}

function endOf(span: Span, { raw }: FastifyReply): void {
  if (raw.writableFinished) span.set({ 'http.response.status_code': raw.statusCode });
  else span.fail('aborted', false);
  if (raw.statusCode >= 500) span.fail(String(raw.statusCode), true);
  span.end();
}

/** Requests and reads bodies only when the checks before them have passed, with any method and of any type. */
function takeBodies(http: FastifyInstance, { arrivalTimeoutMs }: PipelineOptions): void {
  // Otherwise, Node requests the body immediately, before the key is checked.
  for (const event of ['checkContinue', 'checkExpectation']) {
    http.server.on(event, (request, response) => http.server.emit('request', request, response));
  }
  for (const method of ['GET', 'HEAD']) http.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> =>
    request.routeOptions.config.upload
      ? Promise.resolve(payload)
      : readBody(payload, bodyFormOf(request), arrivalTimeoutMs),
  );
}

function bodyFormOf({ routeOptions }: FastifyRequest): BodyForm {
  return routeOptions.config.foreign?.body ?? jsonBody;
}

/** Errors are always problem documents, regardless of the Accept header. */
function admitAnswer({ headers: { accept }, query, routeOptions: { config } }: FastifyRequest): void {
  if (config.foreign) return;
  const type = config.isEvents ? 'text/event-stream' : config.fileType?.(query);
  if (type !== undefined) {
    if (!takesType(accept, type)) throw new AppError('not_acceptable', `The response is ${type}`);
  } else if (!takesJson(accept)) throw new AppError('not_acceptable', 'Responses are application/json');
}

async function checkRouteAndKey(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PipelineOptions,
): Promise<void> {
  checkHost(request.raw);
  const match = options.routes.find(request.url);
  if (!match) throw new AppError('route_not_found');
  if (request.method === 'OPTIONS') {
    const headers = { allow: match.methods.join(', '), ...preflightHeaders(request, reply, match.methods) };
    await reply.code(204).headers(headers).send();
    return;
  }
  if (!match.methods.includes(request.method)) throw new MethodNotAllowed(match.methods);
  if (request.is404) throw new AppError('route_not_found');
  const access: RouteAccess = request.routeOptions.config;
  if (access.open) return;
  await checkKeyAndRate(request, reply, neededFor(request.method, match.pattern, access), options);
}

/** RFC 9112 §3.2: with several Host headers, a proxy before the gateway may use a different one. */
function checkHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) throw new AppError('malformed_request', 'Duplicate Host header');
  if (hosts === 0 && httpVersion === '1.1') {
    throw new AppError('malformed_request', 'Missing Host header');
  }
}

/** A request counts even if its key is not allowed to make it. In that case, the refused access is reported. */
async function checkKeyAndRate(
  request: FastifyRequest,
  reply: FastifyReply,
  needed: Needed,
  { authenticator, networks, limits, isSecure }: PipelineOptions,
): Promise<void> {
  const session = SessionToken.of(request, isSecure);
  const presented = session ?? request.headers.authorization;
  const principal = await authenticator.identify(presented, () => networks.of(request.raw));
  request.principal = principal;
  if (session) request.session = session;
  const counted = limits.count(principal);
  if (counted) reply.headers(counted.headers);
  session?.requireCsrf(request);
  authenticator.admit(principal, needed, () => networks.addressOf(request.raw));
  if (counted?.refusal) throw counted.refusal;
}
