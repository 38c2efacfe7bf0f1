import { hostname } from 'node:os';
import type { Service } from '@carillon/contracts';
import {
  RELEASE,
  type SpanKind,
  type SpanStart,
  type Tracer,
  endsWithin,
  useTracer,
} from '@carillon/messaging';
import type * as Api from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import { type TracesConfig, parseSecret } from './config';
import type { Logger } from './logger';

/** Spans are exported together after this time (milliseconds), or when this many are pending. */
const TOGETHER_MS = 2_000;
const TOGETHER = 512;
/** The maximum number of pending spans while the collector is unavailable. Further spans are dropped. About 2 MB. */
const MOST_WAITING = 2_048;
/** The number of concurrent exports: one, and all pending exports at the end of the process. */
const EXPORTS_AT_ONCE = 1 + MOST_WAITING / TOGETHER;
/** How long one export may take, with its repetitions (milliseconds). */
const EXPORT_MS = 10_000;
/** How long a process that ends waits for its last export (milliseconds). */
const LAST_EXPORT_MS = 2_000;

/** The traces of a process. If they are disabled, OpenTelemetry's SDK isn't loaded. */
export class Traces {
  private constructor(private readonly provider: Sdk.TracerProvider | null) {}

  static async start(service: Service, config: TracesConfig, log: Logger): Promise<Traces> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
    if (endpoint === undefined) return new Traces(null);
    const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: parseSecret(HEADERS, config[HEADERS] ?? '', headersOf),
      timeoutMillis: EXPORT_MS,
      concurrencyLimit: EXPORTS_AT_ONCE,
    });
    const described = resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] });
    const provider = new sdk.TracerProvider({
      sampler: samplerOf(sdk, config),
      resource: described.merge(
        resources.resourceFromAttributes({
          'service.name': `carillon-${service}`,
          'service.namespace': 'carillon',
          'service.version': RELEASE,
          'service.instance.id': `${hostname()}-${process.pid}`,
        }),
      ),
      spanProcessors: [
        new sdk.BatchSpanProcessor({
          exporter: complaining(exporter, log),
          scheduledDelayMillis: TOGETHER_MS,
          maxExportBatchSize: TOGETHER,
          maxQueueSize: MOST_WAITING,
          exportTimeoutMillis: EXPORT_MS,
        }),
      ],
    });
    useTracer(tracerOf(api, provider.getTracer('carillon', RELEASE)));
    return new Traces(provider);
  }

  /**
   * Exports the remaining spans, for a limited time, because a collector that doesn't respond must not keep the process
   * alive.
   */
  async close(withinMs = LAST_EXPORT_MS): Promise<void> {
    if (!this.provider) return;
    useTracer(null);
    await endsWithin(withinMs, this.provider.shutdown());
  }
}

const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';

/** `name=value,name=value`, values percent-encoded. @throws URIError */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

function samplerOf(sdk: typeof Sdk, config: TracesConfig): Sdk.Sampler {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  const root = name.endsWith('always_on')
    ? new sdk.AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new sdk.AlwaysOffSampler()
      : new sdk.TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Logs once when spans can't be exported, and once when they can again. */
function complaining(exporter: Sdk.SpanExporter, log: Logger): Sdk.SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !failing) log.warn({ reason: result.error?.message }, 'traces cannot be exported');
        if (!failed && failing) log.info('traces are exported again');
        failing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** W3C Trace Context §3.2: version, trace ID, parent ID, flags. */
const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Spans of OpenTelemetry, with this project's own context. */
function tracerOf(api: typeof Api, tracer: Api.Tracer): Tracer {
  const kinds: Record<SpanKind, Api.SpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    producer: api.SpanKind.PRODUCER,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  };
  const contextOf = (traceparent = ''): Api.Context => {
    const [, traceId, spanId, flags] = traceparentForm.exec(traceparent) ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return api.ROOT_CONTEXT;
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    return api.trace.setSpanContext(api.ROOT_CONTEXT, parent);
  };
  return {
    start({ name, kind, parent, attributes, from }: SpanStart) {
      const options = { kind: kinds[kind], attributes, ...(from !== undefined && { startTime: from }) };
      const span = tracer.startSpan(name, options, contextOf(parent));
      if (!span.isRecording()) return null;
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (more) => void span.setAttributes(more),
        fail: (type, isFault) => {
          span.setAttribute('error.type', type);
          if (isFault) span.setStatus({ code: api.SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
  };
}
