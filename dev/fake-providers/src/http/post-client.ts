import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** The timeout of a call (milliseconds). */
const TIMEOUT_MS = 15_000;
/** The maximum number of connections to one receiver. */
const MAX_SOCKETS = 64;

/** Sends callbacks and webhooks. */
export class PostClient {
  private readonly stopping = new AbortController();
  private readonly http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  private readonly https = new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  /** @param via scheme, host, and port to connect to in place of those in the URL. The header `host` stays the same */
  constructor(private readonly via: string | null) {}

  /** @returns the status of the response. Rejects if there is no response */
  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    return (await this.request(url, { method: 'POST', headers: { ...length, ...headers }, body })).status;
  }

  /** @returns the status and the text of the response. Rejects if there is no response */
  get(url: string): Promise<{ status: number; text: string }> {
    return this.request(url, { method: 'GET', headers: {}, body: '' });
  }

  private request(
    url: string,
    { method, headers, body }: { method: string; headers: Readonly<Record<string, string>>; body: string },
  ): Promise<{ status: number; text: string }> {
    const options = {
      method,
      headers: { host: new URL(url).host, ...headers },
      timeout: TIMEOUT_MS,
      signal: this.stopping.signal,
    };
    return new Promise((resolve, reject) => {
      const target = this.via === null ? url : this.via + url.slice(new URL(url).origin.length);
      const request = target.toLowerCase().startsWith('https:')
        ? httpsRequest(target, { ...options, agent: this.https })
        : httpRequest(target, { ...options, agent: this.http });
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
      });
      request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
      request.on('error', reject);
      request.end(body);
    });
  }

  /** Aborts requests in flight. */
  close(): void {
    this.stopping.abort();
    this.http.destroy();
    this.https.destroy();
  }
}
