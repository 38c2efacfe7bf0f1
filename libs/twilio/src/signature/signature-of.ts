import { createHmac } from 'node:crypto';

/** The fields of a form, in any order; a name may come several times. */
export type Fields = Iterable<readonly [name: string, value: string]>;

/**
 * X-Twilio-Signature of a request: the URL as it is, then name and value of all fields in the order of the names, signed by
 * the account's token. Of a name that comes several times each value counts once, in order.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signatureOf(authToken: string, url: string, fields: Fields = []): string {
  return signatureOver(authToken, url, signedPart(fields));
}

/** The same of fields that were brought in order before: for who tries several URLs. */
export function signatureOver(authToken: string, url: string, ordered: Buffer): string {
  return createHmac('sha1', authToken).update(url, 'utf8').update(ordered).digest('base64');
}

/** What of a form is signed behind the URL. */
export function signedPart(fields: Fields): Buffer {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) values.set(name, (values.get(name) ?? new Set()).add(value));
  const texts = [...values.keys()]
    .sort()
    .flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value));
  return Buffer.from(texts.join(''));
}
