import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Json, data, until } from './api';
import type { TestUser } from './arrange';
import { stack } from '@carillon/stack';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** A file, or a generator of its content. */
export type FileContent = string | Iterable<string> | AsyncIterable<string>;

/** Uploads a file as a client with a pipe would. Returns the `data` of the response. `path` follows `/api/v1`. */
export async function upload(user: TestUser, path: string, type: string, file: FileContent): Promise<Json> {
  const url = new URL(`${stack().gatewayUrl}/api/v1${path}`);
  const headers = { authorization: `Bearer ${user.key}`, 'content-type': type };
  const sent = request(url, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  const [response] = await Promise.all([
    answered,
    pipeline(Readable.from(typeof file === 'string' ? [file] : file, { objectMode: false }), sent),
  ]);
  const text = await textOf(response);
  if (response.statusCode !== 202) throw new Error(`${path}: ${response.statusCode ?? 0} ${text}`);
  return (JSON.parse(text) as { data: Json }).data;
}

/** Downloads an exported file. */
export async function download(user: TestUser, path: string): Promise<string> {
  const response = await fetch(`${stack().gatewayUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${user.key}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** Waits for the result of a processed file. */
export function finished(
  user: TestUser,
  key: 'import' | 'removal',
  id: string,
  seconds = 120,
): Promise<Json> {
  return until('the end of the file', seconds, async () => {
    // The service does not respond while it restarts.
    const job = await data('GET', `/${key}s/${id}`, undefined, user.key).catch(() => null);
    const shown = job?.[key] as Json | undefined;
    return shown && ['DONE', 'FAILED'].includes(String(shown.state)) ? shown : null;
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
