import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { isPublicAddress } from '@carillon/address';

/** How much of a response is read (bytes), so that its connection can be reused. Nothing of it is stored. */
const READ_BYTES = 64 * 1024;
/** Connections to one endpoint. */
const CONNECTIONS = 8;
const IDLE_MS = 30_000;

/** What came of a request. `status` null: no answer came. */
export interface Answer {
  status: number | null;
  error: string | null;
  retryAfter: string | undefined;
}

export interface HostRules {
  /** Finds the address of a name and refuses those that are not on the internet; null: private hosts are allowed. */
  lookUp: LookupFunction | null;
  /** How long a request may take in all (milliseconds). */
  postMs: number;
}

/** The connections to one endpoint. Redirects aren't followed, and the checked address is the one that is used. */
export class Connections {
  private readonly agent: HttpAgent | HttpsAgent;
  private readonly url: URL;
  private underWay = 0;
  private isClosed = false;

  constructor(
    readonly text: string,
    private readonly rules: HostRules,
  ) {
    this.url = new URL(text);
    const options = {
      keepAlive: true,
      maxSockets: CONNECTIONS,
      maxFreeSockets: CONNECTIONS,
      timeout: IDLE_MS,
    };
    this.agent = this.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Never rejects. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const { url, agent, rules } = this;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (rules.lookUp && isIP(host) !== 0 && !isPublicAddress(host))
      return Promise.resolve(failed('HOST_NOT_ALLOWED'));
    this.underWay += 1;
    return new Promise<Answer>((resolve) => {
      const bytes = Buffer.from(body);
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send(url, {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': bytes.length,
          'user-agent': 'Carillon-Webhooks/1.0 (Standard Webhooks)',
          ...headers,
        },
        ...(rules.lookUp && { lookup: rules.lookUp }),
      });
      const timer = setTimeout(() => request.destroy(coded('TIMEOUT')), rules.postMs);
      const end = (answer: Answer): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      // Stays attached: an error after the answer must not end the process.
      request.on('error', (error) => end(failed(codeOf(error))));
      let isAnswered = false;
      // No error and no response: it was switched to another protocol (101), which was not requested.
      request.on('close', () => {
        if (!isAnswered) end(failed('CONNECTION'));
      });
      request.on('response', (response) => {
        isAnswered = true;
        const { statusCode: status = null, headers: answered } = response;
        const error = status !== null && status >= 300 && status < 400 ? 'REDIRECT' : null;
        drain(response, () => end({ status, error, retryAfter: answered['retry-after'] }));
      });
      request.end(bytes);
    }).finally(() => {
      this.underWay -= 1;
      this.endIfClosed();
    });
  }

  /** A request that is under way ends in its own time: it was not the endpoint that failed. */
  close(): void {
    this.isClosed = true;
    this.endIfClosed();
  }

  private endIfClosed(): void {
    if (this.isClosed && this.underWay === 0) this.agent.destroy();
  }
}

/** Reads past a short answer, and breaks off a long one. The status counts in both cases. */
function drain(response: IncomingMessage, ended: () => void): void {
  let read = 0;
  response.on('data', (piece: Buffer) => {
    read += piece.length;
    if (read > READ_BYTES) response.destroy();
  });
  // Also after an error, or when it was broken off.
  response.on('error', () => undefined);
  response.on('close', ended);
}

function failed(error: string): Answer {
  return { status: null, error, retryAfter: undefined };
}

function coded(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** Texts for users. Everything that isn't in the table is a failed connection. */
function codeOf(error: NodeJS.ErrnoException): string {
  const code = error.code ?? '';
  if (code === 'TIMEOUT' || code === 'HOST_NOT_ALLOWED') return code;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'HOST_NOT_FOUND';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'TLS';
  if (code === 'ETIMEDOUT') return 'TIMEOUT';
  return 'CONNECTION';
}
