import type { Gateway } from './gateway';
import { lastAnswer } from './http-client';

/** Handwritten requests, for a socket. */

export const json = 'Content-Type: application/json\r\n';
export const bearer = (key: string): string => `Authorization: Bearer ${key}\r\n`;

/** The head of a request. */
export const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;

/** The head of a request that creates a group. */
export const post = (...headers: string[]): string => head('POST /api/v1/groups', ...headers);

/** The status and code of the response to these bytes. The connection need not end. */
export async function answerTo(gateway: Gateway, bytes: string | Buffer): Promise<[number, unknown]> {
  const wire = gateway.wire().write(bytes);
  const { status, body } = lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/));
  wire.destroy();
  return [status, (body as { code?: string }).code];
}
