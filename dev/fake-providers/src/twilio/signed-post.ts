import { createHmac } from 'node:crypto';
import { PostClient } from '../http/post-client';

/** The parameters of a form. Each name occurs once. */
export type Form = Readonly<Record<string, string>>;

/** Posts forms as Twilio does: url-encoded, signed with the account's auth token. */
export class SignedPost {
  private readonly client: PostClient;

  /** @param via scheme, host, and port to connect to in place of those in the URL. The signature covers the original URL */
  constructor(via: string | null) {
    this.client = new PostClient(via);
  }

  /** @returns the status of the response. Rejects if there is no response */
  post(authToken: string, url: string, form: Form): Promise<number> {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': signature(authToken, url, form),
    };
    return this.client.post(url, headers, new URLSearchParams(form).toString());
  }

  /** Aborts requests in flight. */
  close(): void {
    this.client.close();
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
