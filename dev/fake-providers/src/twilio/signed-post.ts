import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** The parameters of a form. Each name occurs once. */
export type Form = Readonly<Record<string, string>>;

/** Twilio's timeout (milliseconds). https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
const TIMEOUT_MS = 15_000;
/** The maximum number of connections to one receiver. */
const MAX_SOCKETS = 64;

/** Posts forms as Twilio does: url-encoded, signed with the account's auth token. */
export class SignedPost {
  private readonly stopping = new AbortController();
  private readonly http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  private readonly https = new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  /**
   * @param via scheme, host, and port to connect to in place of those in the URL. The signature covers the original
   * URL
   */
  constructor(private readonly via: string | null) {}

  /** @returns the status of the response. Rejects if there is no response */
  post(authToken: string, url: string, form: Form): Promise<number> {
    const body = new URLSearchParams(form).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'content-length': Buffer.byteLength(body),
      host: new URL(url).host,
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': signature(authToken, url, form),
    };
    const options = { method: 'POST', headers, timeout: TIMEOUT_MS, signal: this.stopping.signal };
    return new Promise((resolve, reject) => {
      const target = this.via === null ? url : this.via + url.slice(new URL(url).origin.length);
      const request = target.toLowerCase().startsWith('https:')
        ? httpsRequest(target, { ...options, agent: this.https })
        : httpRequest(target, { ...options, agent: this.http });
      request.on('response', (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () => resolve(response.statusCode ?? 0));
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

/**
 * The value of X-Twilio-Signature for a posted form: the HMAC, under the account's auth token, of the URL followed by
 * every name and value, sorted by name. https://www.twilio.com/docs/usage/security#validating-requests
 */
function signature(authToken: string, url: string, form: Form): string {
  const names = Object.keys(form).sort();
  const signed = url + names.map((name) => name + (form[name] ?? '')).join('');
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}
