import { AppError } from '@carillon/contracts';
import { currentService } from './current-service';
import { type Trace, currentTrace, withTrace } from './trace';

/** Work within a message with its own span. docs/traces.md lists it. */
export const tracedWork = [
  'start scheduled campaign',
  'plan page',
  'offer batch',
  'lease batch',
  'work on lease',
  'call provider',
  'settle batch',
  'record delivery reports',
] as const;
type TracedWork = (typeof tracedWork)[number];

/**
 * The attributes of spans, in addition to the IDs of its request, campaign, and batch: never an address, a text, a name
 * that a user chose, or a secret. docs/traces.md lists them.
 */
export const spanAttributes = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'messaging.system',
  'messaging.operation.type',
  'messaging.message.id',
  'error.type',
  'carillon.request.id',
  'carillon.campaign.id',
  'carillon.batch.id',
  'carillon.channel',
  'carillon.sender.id',
  'carillon.page',
  'carillon.attempt',
  'carillon.recipients',
  'carillon.result',
  'carillon.sent',
  'carillon.failed',
  'carillon.throttled',
  'carillon.in_doubt',
  'carillon.returned',
] as const;
type SpanAttribute = (typeof spanAttributes)[number];
export type SpanAttributes = Partial<Record<SpanAttribute, string | number | boolean>>;

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** W3C Trace Context. Absent: it begins a trace. */
  parent?: string | undefined;
  attributes: SpanAttributes;
  /** From `Date.now`. Absent: now. */
  from?: number;
}

/** A span that is written. */
export interface Span {
  /** The W3C Trace Context for children of this span. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** `isFault`: the span counts as failed, and not just as refused. */
  fail(type: string, isFault: boolean): void;
  end(): void;
}

export interface Tracer {
  /** Returns null if the sampler leaves it out. */
  start(span: SpanStart): Span | null;
}

/** The tracers of the services of this process. Empty: tracing is off, and each function here returns immediately. */
const tracers = new Map<string | undefined, Tracer>();

/** Sets the recorder of the current service's spans. */
export function useTracer(next: Tracer | null): void {
  if (next === null) tracers.delete(currentService());
  else tracers.set(currentService(), next);
}

function currentTracer(): Tracer | null {
  return tracers.size === 0 ? null : (tracers.get(currentService()) ?? null);
}

/** The flag `sampled` of a W3C traceparent. */
export function isSampled(traceparent: string | undefined): traceparent is string {
  return traceparent !== undefined && (Number.parseInt(traceparent.slice(-1), 16) & 1) === 1;
}

/** Sets the attributes of work without a span. */
type Noting = Pick<Span, 'set'>;
const unwritten: Noting = { set: () => undefined };

/**
 * Starts a trace, or continues the trace of an external caller. The sampler decides only here: children are recorded if
 * this span is. Returns null if it isn't; the trace continues without spans.
 */
export function beginSpan(start: SpanStart): Span | null {
  return currentTracer()?.start({ ...start, attributes: describing(start.attributes) }) ?? null;
}

/** Whether the current service writes spans at all. */
export function areTracesOn(): boolean {
  return currentTracer() !== null;
}

/** Runs work as a separate span if the running trace is sampled. Only the codes of its errors are recorded. */
export function inSpan<T>(
  name: TracedWork,
  attributes: SpanAttributes,
  work: (span: Noting) => Promise<T>,
): Promise<T> {
  const span = childSpan('internal', name, attributes);
  return span === null ? work(unwritten) : within(span, work);
}

/** Runs the sending or handling of a message as a separate span, such as `request campaign.get`. */
export function inMessageSpan<T>(
  kind: Exclude<SpanKind, 'internal'>,
  name: string,
  attributes: () => SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!areTracesOn() || !isSampled(currentTrace().traceparent)) return work();
  const span = childSpan(kind, name, attributes());
  return span === null ? work() : within(span, work);
}

/** Runs work that begins a trace. */
export function inNewTrace<T>(name: TracedWork, trace: Trace, work: () => Promise<T>): Promise<T> {
  return withTrace(trace, () => {
    const span = beginSpan({ name, kind: 'internal', attributes: {} });
    return span === null ? work() : within(span, work);
  });
}

/** Writes a span of work that has ended, under a parent that was stored. `from`: by `Date.now`. */
export function noteSpan(
  name: TracedWork,
  { parent, from }: { parent: string | undefined; from: number },
  attributes: () => SpanAttributes,
): void {
  const tracer = currentTracer();
  if (tracer === null || !isSampled(parent)) return;
  tracer.start({ name, kind: 'internal', parent, from, attributes: attributes() })?.end();
}

/** Data that is stored with waiting work, so that its trace continues later. Empty unless the trace is sampled. */
export function storedTrace(): { traceparent?: string } {
  const { traceparent } = currentTrace();
  return areTracesOn() && isSampled(traceparent) ? { traceparent } : {};
}

/** The trace that was stored; nothing if traces are off here. */
export function tracedBy({ traceparent }: { traceparent?: string }): Pick<Trace, 'traceparent'> {
  return areTracesOn() && isSampled(traceparent) ? { traceparent } : {};
}

function childSpan(kind: SpanKind, name: string, attributes: SpanAttributes): Span | null {
  const tracer = currentTracer();
  if (tracer === null) return null;
  const { traceparent } = currentTrace();
  if (!isSampled(traceparent)) return null;
  return tracer.start({ name, kind, parent: traceparent, attributes: describing(attributes) });
}

async function within<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await withTrace({ traceparent: span.traceparent }, () => work(span));
  } catch (error) {
    span.fail(...faultOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The code or the class of an error, because its message may contain personal data. */
function faultOf(error: unknown): [type: string, isFault: boolean] {
  if (error instanceof AppError)
    return [error.code, error.kind === 'internal' || error.kind === 'unavailable'];
  return [error instanceof Error ? error.name : 'unknown', true];
}

function describing(attributes: SpanAttributes): SpanAttributes {
  const { requestId, campaignId, batchId } = currentTrace();
  return {
    ...(requestId !== undefined && { 'carillon.request.id': requestId }),
    ...(campaignId !== undefined && { 'carillon.campaign.id': campaignId }),
    ...(batchId !== undefined && { 'carillon.batch.id': batchId }),
    ...attributes,
  };
}
