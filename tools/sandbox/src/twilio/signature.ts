import { createHmac } from 'node:crypto';

/** Parameters of a form, each name once. */
export type Form = Readonly<Record<string, string>>;

/**
 * What X-Twilio-Signature holds for a form that is posted: the URL and then every name and value, in the order of the
 * names, hashed under the account's auth token. https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signature(authToken: string, url: string, form: Form): string {
  const names = Object.keys(form).sort();
  const signed = url + names.map((name) => name + (form[name] ?? '')).join('');
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}
