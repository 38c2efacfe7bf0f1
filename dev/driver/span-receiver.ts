import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** The fields of a span that tests inspect. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty if the span begins the trace. */
  parentSpanId: string;
  service: string;
  name: string;
  /** The number in OTLP: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** The number in OTLP: 2 is an error. */
  status: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
/** The fields of OTLP's ExportTraceServiceRequest, as JSON, that tests inspect. */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        status?: { code?: number };
        attributes: Attribute[];
      }[];
    }[];
  }[];
}

/**
 * A collector that stores the spans that it receives: `POST /v1/traces` receives spans, and `GET /` returns all of
 * them. After `PUT /hang`, it leaves exports without a response until `PUT /serve`.
 */
export class SpanReceiver {
  readonly spans: ReceivedSpan[] = [];

  private isHanging = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpanReceiver> {
    const server = createServer();
    const receiver = new SpanReceiver(server);
    server.on('request', (request: IncomingMessage, response) => {
      void receiver.take(request).then((answer) => answer && response.end(JSON.stringify(answer)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage): Promise<unknown> {
    if (request.method === 'GET') return this.spans;
    if (request.method === 'PUT') this.isHanging = request.url === '/hang';
    else if (this.isHanging) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    if (request.url === '/v1/traces')
      this.spans.push(...spansOf(JSON.parse(text.toString()) as ExportRequest));
    return {};
  }
}

/** Sets whether the receiver of the stack under test responds to exports. */
export async function letReceiver(what: 'hang' | 'serve'): Promise<void> {
  await fetch(`${process.env.SPAN_RECEIVER_URL ?? ''}/${what}`, { method: 'PUT' });
}

/** The spans that the receiver of the stack under test has stored so far. */
export async function receivedSpans(): Promise<ReceivedSpan[]> {
  return (await (await fetch(process.env.SPAN_RECEIVER_URL ?? '')).json()) as ReceivedSpan[];
}

function spansOf({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource: { attributes }, scopeSpans }) => {
    const resource = valuesOf(attributes);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        service: String(resource['service.name']),
        status: span.status?.code ?? 0,
        attributes: valuesOf(span.attributes),
        resource,
      })),
    );
  });
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
