import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isOneProcess, pidOf, stack } from '@carillon/stack';

/** The content of a response. Tests check it with expectations and read single values with `text` and `list`. */
export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Json;
  milliseconds: number;
}

/** The time in which a killed gateway works again (milliseconds). */
const BACK_MS = 60_000;
const errorsWhileAway = ['ECONNREFUSED', 'ECONNRESET'];
let killedAt = -Infinity;

/**
 * Sends a request as any client could, even a GET with a body. `path` follows `/api/v1`. If all services are one process,
 * tests that kill a service kill the gateway, too. Soon after that, requests have an `Idempotency-Key`, and failed ones are
 * repeated. Other requests have none, because objects that they create in the same second would have no certain order.
 */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  key = stack().apiKey,
): Promise<Answer> {
  if (!isOneProcess()) return callOnce(method, path, body, key);
  const isBack = (): boolean => performance.now() - killedAt > BACK_MS;
  const once = method === 'POST' && !isBack() ? { 'idempotency-key': randomUUID() } : {};
  for (;;) {
    const answer = await callOnce(method, path, body, key, once).catch((error: unknown) => {
      if (isBack() || !errorsWhileAway.includes((error as { code?: string }).code ?? '')) throw error;
      return null;
    });
    if (answer && (isBack() || !isAway(answer))) return answer;
    await pause(50);
  }
}

/** Whether a service isn't ready yet, or the lost request still counts as running. */
function isAway({ status, body }: Answer): boolean {
  return status === 503 || body.code === 'idempotency_in_progress';
}

function callOnce(
  method: string,
  path: string,
  body: unknown,
  key: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const url = new URL(`${stack().gatewayUrl}/api/v1${path}`);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...more,
    ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
  };
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      read(response).then((text) => {
        const answered = { status: response.statusCode ?? 0, headers: response.headers };
        resolve({ ...answered, body: jsonOf(response, text), milliseconds: performance.now() - begin });
      }, reject);
    });
    sent.once('error', reject);
    sent.end(payload);
  });
}

/** The body of a JSON response. Empty for a file. */
function jsonOf({ headers }: IncomingMessage, text: string): Json {
  return /\bjson\b/.test(headers['content-type'] ?? '') ? (JSON.parse(text) as Json) : {};
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The `data` of a successful response. */
export async function data(method: string, path: string, body?: unknown, key?: string): Promise<Json> {
  const answer = await call(method, path, body, key);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data as Json;
}

/** A text at a path of keys: `text(answer, 'createGroup', '_id')`. */
export function text(value: unknown, ...path: string[]): string {
  const found = at(value, path);
  if (typeof found !== 'string') throw new Error(`There is no text at ${path.join('.')}`);
  return found;
}

export function list(value: unknown, ...path: string[]): Json[] {
  const found = at(value, path);
  if (!Array.isArray(found)) throw new Error(`There is no list at ${path.join('.')}`);
  return found as Json[];
}

function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value);
}

/** Polls until the condition holds, with pauses (milliseconds) between the attempts. */
export async function until<T>(
  what: string,
  seconds: number,
  look: () => Promise<T>,
  pauseMs = 50,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come about in ${seconds} s`);
    await pause(pauseMs);
  }
}

/**
 * Kills a service as a crash would. A restarted service may respond before the stack records its process, so this
 * function waits for the process. If all services are one process, waits until the next one works.
 */
export async function killService(service: string): Promise<void> {
  await until(`a process of ${service}`, 60, () => {
    try {
      return Promise.resolve(process.kill(pidOf(service), 'SIGKILL'));
    } catch {
      return Promise.resolve(false);
    }
  });
  killedAt = performance.now();
  if (isOneProcess()) await until('the next process', 60, areReady);
}

async function areReady(): Promise<boolean> {
  const ready = stack().services.map(({ adminUrl }) =>
    fetch(`${adminUrl}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return (await Promise.all(ready)).every((each) => each);
}
