import { PassThrough, Readable } from 'node:stream';
import { run } from '../src/run';
import type { Keyboard, Screen } from '../src/world';

/**
 * The responses of the fake API, in order. An object that is not a Response is the value that its operation returns.
 */
type Answer = Response | Error | object;

export interface Circumstances {
  answers?: Answer[];
  env?: Record<string, string>;
  cwd?: string;
  home?: string;
  piped?: string;
  /** The keyboard input after a question. */
  typed?: string;
  /** The cells of a line, if stdout and stderr are a terminal. */
  columns?: number;
  signal?: AbortSignal;
}

interface SentRequest {
  request: string;
  redirect: Request['redirect'];
  headers: Headers;
  body: unknown;
}

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
  requests: SentRequest[];
  /** The pauses between attempts (milliseconds). */
  pauses: number[];
}

const NOWHERE = '/nowhere/at/all';
const API_KEY = 'car_live_test';
const OPERATOR_KEY = 'car_op_test';
const url = 'http://carillon.test';

/** Runs the command in this process against a fake API. */
export async function carillon(args: string[], circumstances: Circumstances = {}): Promise<Outcome> {
  const { answers = [], columns, signal = new AbortController().signal } = circumstances;
  const [stdout, stderr] = [screen(columns), screen(columns)];
  const requests: SentRequest[] = [];
  const pauses: number[] = [];
  // Pauses are in the middle of their range.
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const code = await run(args, {
    env: {
      CARILLON_URL: url,
      CARILLON_API_KEY: API_KEY,
      CARILLON_OPERATOR_KEY: OPERATOR_KEY,
      ...circumstances.env,
    },
    cwd: circumstances.cwd ?? NOWHERE,
    home: circumstances.home ?? NOWHERE,
    stdin:
      circumstances.typed === undefined
        ? piped(circumstances.piped)
        : keyboard(circumstances.typed, stderr.screen),
    stdout: stdout.screen,
    stderr: stderr.screen,
    fetch: async (address, init) => {
      const request = new Request(address, init);
      const text = await request.text();
      const path = request.url.slice(new URL(request.url).origin.length);
      requests.push({
        request: `${request.method} ${path.replace('/api/v1', '')}`,
        redirect: request.redirect,
        headers: request.headers,
        body: parsed(text),
      });
      return respond(answers.shift() ?? {});
    },
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    signal,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text(), requests, pauses };
}

/** A list and, if there is more, the cursor of its next page. */
export function page(items: object[], cursor?: string): Response {
  return Response.json({ data: { list: items } }, cursor ? { headers: { 'next-cursor': cursor } } : {});
}

export function problem(status: number, code: string, more: object = {}, headers = {}): Response {
  const body = {
    type: '',
    title: code,
    status,
    code,
    detail: `Detail of ${code}`,
    errors: [],
    requestId: 'r1',
    ...more,
  };
  return Response.json(body, { status, headers });
}

/** A stream of server-sent events that ends. */
export function events(...reports: object[]): Response {
  const text = reports.map((report) => `event: report\ndata: ${JSON.stringify(report)}\n\n`).join('');
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

function respond(answer: Answer): Response {
  if (answer instanceof Error) throw answer;
  return answer instanceof Response ? answer : Response.json({ data: { operation: answer } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function piped(text = ''): Readable {
  return Readable.from([text]);
}

function keyboard(typed: string, asking: Screen): Keyboard {
  const keys = Object.assign(new PassThrough(), { isTTY: true });
  const answer = (shown: Buffer): void => {
    if (!shown.toString().startsWith('? ')) return;
    asking.off('data', answer);
    // Answers only after the question is complete, because earlier input does not count as an answer.
    setImmediate(() => keys.write(typed));
  };
  asking.on('data', answer);
  return keys;
}

function screen(columns: number | undefined): { screen: Screen; text: () => string } {
  const chunks: Buffer[] = [];
  // Node marks its own streams this way, so that piping does not end them.
  const stream: Screen = Object.assign(new PassThrough(), { _isStdio: true });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (columns !== undefined) Object.assign(stream, { isTTY: true, columns, hasColors: () => false });
  return { screen: stream, text: () => Buffer.concat(chunks).toString() };
}
