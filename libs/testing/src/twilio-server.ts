import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What the server does with a request; an object is an answer. */
export type TwilioBehaviour =
  | 'takes'
  /** Takes it, after a while. */
  | 'takes slowly'
  /** Cuts the connection: before it has read the message, when it has it, or in the middle of its answer. */
  | 'resets early'
  | 'resets'
  | 'resets in the answer'
  /** Ends the connection politely, without an answer. */
  | 'hangs up'
  | 'keeps silent'
  /** Begins its answer and never goes on. */
  | 'stops in the head'
  | 'speaks another protocol'
  | { status: number; code?: number; message?: string; headers?: Record<string, string>; text?: string };

export interface TwilioRequest {
  method: string;
  path: string;
  username: string;
  password: string;
  headers: IncomingMessage['headers'];
  form: Record<string, string>;
}

const SLOW_MS = 300;

/** A server that speaks as Twilio's REST API does, and misbehaves on purpose. */
export class TwilioServer {
  /** What arrived whole. */
  readonly requests: TwilioRequest[] = [];
  /** Connections that were opened in all. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly behaviours = new Map<string, TwilioBehaviour>();
  private usual: TwilioBehaviour = 'takes';
  private count = 0;

  private constructor(private readonly http: Server) {
    http.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
    });
    http.on('request', (request, response) => void this.handle(request, response));
  }

  static async start(): Promise<TwilioServer> {
    const http = createServer();
    const server = new TwilioServer(http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return server;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Connections at this moment. */
  get open(): number {
    return this.sockets.size;
  }

  /** Messages that arrived whole. */
  get messages(): Record<string, string>[] {
    return this.requests.filter(({ method }) => method === 'POST').map(({ form }) => form);
  }

  /** For all requests that nothing else is said of. */
  always(behaviour: TwilioBehaviour): this {
    this.usual = behaviour;
    return this;
  }

  /** For messages to one number. */
  when(to: string, behaviour: TwilioBehaviour): this {
    this.behaviours.set(to, behaviour);
    return this;
  }

  /** Forgets what has come and what it was told. */
  startOver(): void {
    this.requests.splice(0);
    this.behaviours.clear();
    this.usual = 'takes';
  }

  async stop(): Promise<void> {
    const closed = once(this.http, 'close');
    this.http.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.usual === 'resets early') {
      request.socket.resetAndDestroy();
      return;
    }
    const arrived = await read(request);
    this.requests.push(arrived);
    this.behave(this.behaviours.get(arrived.form.To ?? '') ?? this.usual, arrived, response);
  }

  private behave(behaviour: TwilioBehaviour, request: TwilioRequest, response: ServerResponse): void {
    const success = { response, status: request.method === 'POST' ? 201 : 200, body: '' };
    if (typeof behaviour === 'object') refuse(behaviour, response);
    else behaviours[behaviour]({ ...success, body: JSON.stringify(this.resource(request)) });
  }

  private resource({ method, path, form }: TwilioRequest): object {
    if (method === 'POST') {
      const sid = `SM${String((this.count += 1)).padStart(32, '0')}`;
      return {
        sid,
        status: 'queued',
        to: form.To,
        from: form.From ?? null,
        error_code: null,
        num_segments: '1',
      };
    }
    const [, accountSid] = /Accounts\/(AC[0-9a-f]{32})/.exec(path) ?? [];
    if (path.endsWith(`${accountSid}.json`)) return { sid: accountSid, status: 'active' };
    return { messages: [], page: 0, page_size: 1, uri: path, next_page_uri: null, previous_page_uri: null };
  }
}

async function read(request: IncomingMessage): Promise<TwilioRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const { method = '', url = '', headers } = request;
  const login = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [username = '', password = ''] = login.split(':');
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString()));
  return { method, path: url, username, password, headers, form };
}

interface Success {
  response: ServerResponse;
  status: number;
  body: string;
}

const reset = ({ response }: Success): void => void response.socket?.resetAndDestroy();

const behaviours: Readonly<Record<Exclude<TwilioBehaviour, object>, (success: Success) => void>> = {
  takes,
  'takes slowly': (success) => void setTimeout(() => takes(success), SLOW_MS),
  'resets early': reset,
  resets: reset,
  'resets in the answer': (success) => {
    const { response, status, body } = success;
    response.writeHead(status, { ...json, 'Content-Length': body.length });
    response.write(body.slice(0, 20), () => setTimeout(() => reset(success), 20));
  },
  'hangs up': ({ response }) => void response.socket?.end(),
  'keeps silent': () => undefined,
  'stops in the head': ({ response }) => void response.socket?.write('HTTP/1.1 201 Created\r\nContent-Ty'),
  'speaks another protocol': ({ response }) => void response.socket?.write('220 mail.example.org ESMTP\r\n'),
};

const json = { 'Content-Type': 'application/json' };

function takes({ response, status, body }: Success): void {
  response.writeHead(status, json).end(body);
}

function refuse(refusal: Exclude<TwilioBehaviour, string>, response: ServerResponse): void {
  const { status, code, message = 'No', text, headers } = refusal;
  const error = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  const body = text ?? (code === undefined ? '' : JSON.stringify(error));
  response.writeHead(status, { ...json, ...headers }).end(body);
}
