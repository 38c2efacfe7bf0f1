import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type EndpointMessage, type EndpointRequest, readEndpointRequest } from './endpoint-request';

/** A response of an endpoint. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The reaction of an endpoint to a correctly signed request. */
export type EndpointAct =
  | 'takes'
  /** Accepts the message, and does not respond. */
  | 'keeps silent'
  /** Accepts the message, and resets the connection instead of responding. */
  | 'resets'
  /** Does not respond, and does not accept the message. */
  | 'ignores'
  | EndpointAnswer;

export interface FakeEndpointOptions {
  readonly secret: string;
  readonly conduct?: (request: EndpointRequest) => EndpointAct;
  /** Receives every accepted message, including repetitions. The response waits until this callback resolves. */
  readonly take?: (message: EndpointMessage, id: string) => Promise<void> | void;
}

/**
 * The endpoint of an HTTP sender. It accepts each message once, by its `webhook-id`, and misbehaves according to its
 * conduct.
 */
export class FakeEndpoint {
  /** Every request with a valid signature, including repetitions. */
  readonly requests: EndpointRequest[] = [];
  /** Responses to accepted messages, by ID. A repetition gets the same response. */
  readonly taken = new Map<string, EndpointMessage>();
  /** The number of requests with a wrong signature. */
  forged = 0;
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(private readonly options: FakeEndpointOptions) {}

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/messages`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    let asked: EndpointRequest;
    try {
      asked = readEndpointRequest(
        this.options.secret,
        request.headers,
        Buffer.concat(pieces).toString('utf8'),
      );
    } catch {
      this.forged += 1;
      write(response, { status: 401, body: { detail: 'The signature does not match' } });
      return;
    }
    this.requests.push(asked);
    const act = this.options.conduct?.(asked) ?? 'takes';
    if (typeof act === 'object') write(response, act);
    else if (act !== 'ignores') await this.takeIn(asked, act, response);
  }

  private async takeIn(
    { id, type, data }: EndpointRequest,
    act: Exclude<EndpointAct, 'ignores' | EndpointAnswer>,
    response: ServerResponse,
  ): Promise<void> {
    if (type === 'message.send') {
      this.taken.set(id, data);
      await this.options.take?.(data, id);
    }
    if (act === 'resets') response.socket?.resetAndDestroy();
    if (act === 'takes') write(response, { status: 200, body: { id: `taken-${id}` } });
  }
}

function write(response: ServerResponse, { status, headers = {}, body = {} }: EndpointAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
