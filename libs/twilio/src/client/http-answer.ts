import type { IncomingMessage } from 'node:http';

/** What an HTTP server said. */
export interface HttpAnswer {
  status: number;
  /** How long it asks to wait (milliseconds); null: it does not. */
  retryAfterMs: number | null;
  /** Parsed JSON; undefined if it is none, or did not come whole. */
  body: unknown;
}

/** Answers of Twilio have some kilobytes; what is much longer comes from somebody else. */
const MOST_BYTES = 256 * 1024;

/** Reads an answer to its end, or to where it breaks off. Never rejects. */
export async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: retryAfter(response.headers['retry-after']),
    body: parsed(await text(response)),
  };
}

async function text(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) break;
      pieces.push(piece);
    }
  } catch {
    return '';
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Seconds or a date, RFC 9110 §10.2.3. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, Math.ceil(wait));
}
