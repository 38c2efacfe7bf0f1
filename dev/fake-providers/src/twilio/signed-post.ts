import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Parameters of a form, each name once. */
export type Form = Readonly<Record<string, string>>;

/** Twilio gives up after this. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
const TIMEOUT_MS = 15_000;
/** Connections to one receiver. */
const MAX_SOCKETS = 64;

/** Posts forms as Twilio does: url-encoded, signed with the account's auth token. */
export class SignedPost {
  private readonly stopping = new AbortController();
  private readonly http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  private readonly https = new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  /** @param via scheme, host and port to connect to in place of those in the URL; what is signed stays the URL */
  constructor(private readonly via: string | null) {}

  /** @returns the status that was answered; rejects when there was no answer */
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
      request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      request.on('error', reject);
      request.end(body);
    });
  }

  /** Ends what is under way. */
  close(): void {
    this.stopping.abort();
    this.http.destroy();
    this.https.destroy();
  }
}

/**
 * What X-Twilio-Signature holds for a form that is posted: the URL and then every name and value, in the order of the
 * names, hashed under the account's auth token. https://www.twilio.com/docs/usage/security#validating-requests
 */
function signature(authToken: string, url: string, form: Form): string {
  const names = Object.keys(form).sort();
  const signed = url + names.map((name) => name + (form[name] ?? '')).join('');
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}
