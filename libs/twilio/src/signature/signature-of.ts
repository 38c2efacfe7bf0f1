import { createHmac } from 'node:crypto';

/** The fields of a form, in any order; a name may come several times. */
export type Fields = Iterable<readonly [name: string, value: string]>;

/**
 * X-Twilio-Signature of a request: the URL as it is, then name and value of all fields in the order of the names, signed by
 * the account's token. Of a name that comes several times each value counts once, in order.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signatureOf(authToken: string, url: string, fields: Fields = []): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) values.set(name, (values.get(name) ?? new Set()).add(value));
  const signed = createHmac('sha1', authToken).update(url, 'utf8');
  for (const name of [...values.keys()].sort()) {
    for (const value of [...(values.get(name) ?? [])].sort()) signed.update(name + value, 'utf8');
  }
  return signed.digest('base64');
}
