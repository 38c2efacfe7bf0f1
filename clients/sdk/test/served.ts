import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Carillon, type CarillonError, type Options } from '@carillon/sdk';

export interface ReceivedRequest {
  request: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responds to a request, whose body has arrived unless it is `early`. */
export type Answer = (response: ServerResponse, asked: ReceivedRequest) => void;

/** A small server that sends the next response to each request, and records the requests. */
export class Served {
  readonly asked: ReceivedRequest[] = [];
  /** The pauses that the client made (milliseconds); they take no time here. */
  readonly pauses: number[] = [];
  readonly retried: CarillonError[] = [];
  private readonly server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const asked = { request: `${method} ${url.replace('/api/v1', '')}`, headers, body: '' };
    this.asked.push(asked);
    const answer = this.answers.shift() ?? value({});
    if (early.has(answer)) {
      answer(response, asked);
      return;
    }
    request.setEncoding('utf8').on('data', (text: string) => (asked.body += text));
    request.on('end', () => answer(response, asked));
  });

  url = '';

  private constructor(private readonly answers: Answer[]) {}

  static async by(...answers: Answer[]): Promise<Served> {
    // Pauses are in the middle of their range.
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const served = new Served(answers);
    await new Promise<void>((listening) => served.server.listen(0, '127.0.0.1', listening));
    served.url = `http://127.0.0.1:${(served.server.address() as AddressInfo).port}`;
    return served;
  }

  /** A client of this server. */
  client(options: Partial<Options> = {}): Carillon {
    return new Carillon({
      url: this.url,
      key: 'car_live_test',
      pause: (milliseconds) => {
        this.pauses.push(milliseconds);
        return Promise.resolve();
      },
      onRetry: (error) => this.retried.push(error),
      ...options,
    });
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((stopped) => this.server.close(() => stopped()));
  }
}

const early = new WeakSet<Answer>();

/** The value of an operation. */
export function value(data: unknown, headers: Record<string, string> = {}): Answer {
  return json(200, { data: { operation: data } }, headers);
}

export function problem(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more = {},
): Answer {
  return json(
    status,
    { status, code, title: code, detail: `Detail of ${code}`, errors: [], requestId: 'r1', ...more },
    headers,
  );
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
}

/** Closes the connection without a response. */
export const cut: Answer = (response) => void response.destroy();

/** Closes the connection while the request body is still being sent. */
export const cutEarly: Answer = (response) => void response.destroy();
early.add(cutEarly);

/** Never responds. */
export const nothing: Answer = () => undefined;

/** Sends pieces of an event stream, and then cuts it, leaves it open, or ends it. */
export function events(pieces: string[], then: 'cut' | 'open' | 'end' = 'end'): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    // Waits until the pieces are sent.
    if (then === 'cut') setImmediate(() => response.destroy());
    else if (then === 'end') response.end();
  };
}
