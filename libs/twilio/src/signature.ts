import { createHash, timingSafeEqual } from 'node:crypto';
// All of the package would be some fifty megabytes.
import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import { CALLED_AGAIN } from './connection-overrides';

/** A request that claims to come from Twilio. https://www.twilio.com/docs/usage/security#validating-requests */
export interface SignedRequest {
  /** Of the account that it speaks for. */
  authToken: string;
  /** The header X-Twilio-Signature; undefined if there is none. */
  signature: string | undefined;
  /** As Twilio was told it and called it: scheme, host, path and query. */
  url: string;
}

/** The fields of a form, in any order; a name may come several times. */
export type Fields = Iterable<readonly [name: string, value: string]>;

/** Whether a request with a form as its body was signed with the account's token. Takes the same time whatever is wrong. */
export function checkSignature({ authToken, signature, url }: SignedRequest, fields: Fields): boolean {
  if (signature === undefined || authToken === '' || !URL.canParse(url)) return false;
  // Twilio's function brings fields in order once for each form of the URL, of which there are twelve: to it they are one.
  const form = { [signedPart(fields)]: '' };
  // Whether what a URL says about calling again is signed is said nowhere, and it does not come with the request.
  return [url, url + CALLED_AGAIN].some((signed) => validateRequest(authToken, signature, signed, form));
}

/** What of a form is signed behind the URL: name and value by name, and of a name that comes several times each value once. */
function signedPart(fields: Fields): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) values.set(name, (values.get(name) ?? new Set()).add(value));
  const names = [...values.keys()].sort();
  return names.flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value)).join('');
}

/** The same for a body of any other kind, of which the URL carries the hash as `bodySHA256`. */
export function checkBodySignature(request: SignedRequest, body: string | Uint8Array): boolean {
  const claimed = URL.parse(request.url)?.searchParams.get('bodySHA256') ?? '';
  const [given, expected] = [
    Buffer.from(claimed),
    Buffer.from(createHash('sha256').update(body).digest('hex')),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected) && checkSignature(request, []);
}
