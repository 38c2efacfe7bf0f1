import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { isPublicAddress } from '@carillon/address';

/** How much of a response is read (bytes), so that its connection can be reused. It is not stored. */
const READ_BYTES = 64 * 1024;
/** Connections to one endpoint. */
const CONNECTIONS = 8;
const IDLE_MS = 30_000;

/** The result of a request. `status` null: there was no response. */
export interface PostResult {
  status: number | null;
  error: string | null;
  retryAfter: string | undefined;
}

export interface HostRules {
  /** Resolves a name and refuses addresses that are not on the internet; null: private hosts are allowed. */
  lookUp: LookupFunction | null;
  /** The time limit of a request (milliseconds). */
  postMs: number;
}

/** The connections to one endpoint. They follow no redirects, and connect only to the address that was checked. */
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
  post(body: string, headers: Readonly<Record<string, string>>): Promise<PostResult> {
    const { url, agent, rules } = this;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (rules.lookUp && isIP(host) !== 0 && !isPublicAddress(host))
      return Promise.resolve(failed('HOST_NOT_ALLOWED'));
    this.underWay += 1;
    return new Promise<PostResult>((resolve) => {
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
      const end = (result: PostResult): void => {
        clearTimeout(timer);
        resolve(result);
      };
      // Stays attached: an error after the response must not end the process.
      request.on('error', (error) => end(failed(codeOf(error))));
      let hasResponse = false;
      // No error and no response: the server switched to another protocol (101), which was not requested.
      request.on('close', () => {
        if (!hasResponse) end(failed('CONNECTION'));
      });
      request.on('response', (response) => {
        hasResponse = true;
        const { statusCode: status = null, headers: received } = response;
        const error = status !== null && status >= 300 && status < 400 ? 'REDIRECT' : null;
        drain(response, () => end({ status, error, retryAfter: received['retry-after'] }));
      });
      request.end(bytes);
    }).finally(() => {
      this.underWay -= 1;
      this.endIfClosed();
    });
  }

  /** Lets pending requests complete: a request must not fail for a reason that is not the endpoint's. */
  close(): void {
    this.isClosed = true;
    this.endIfClosed();
  }

  private endIfClosed(): void {
    if (this.isClosed && this.underWay === 0) this.agent.destroy();
  }
}

/** Discards a short response, and aborts a long one. The status counts in both cases. */
function drain(response: IncomingMessage, onEnd: () => void): void {
  let read = 0;
  response.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > READ_BYTES) response.destroy();
  });
  response.on('error', () => undefined);
  // Also follows an error or an abort.
  response.on('close', onEnd);
}

function failed(error: string): PostResult {
  return { status: null, error, retryAfter: undefined };
}

function coded(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** The codes that users see. All other errors are failed connections. */
function codeOf(error: NodeJS.ErrnoException): string {
  const code = error.code ?? '';
  if (code === 'TIMEOUT' || code === 'HOST_NOT_ALLOWED') return code;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'HOST_NOT_FOUND';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'TLS';
  if (code === 'ETIMEDOUT') return 'TIMEOUT';
  return 'CONNECTION';
}
