import { createHash, timingSafeEqual } from 'node:crypto';
// Importing the whole package would take some fifty megabytes.
import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import { CALLED_AGAIN } from './connection-overrides';

/** A request that claims to come from Twilio. https://www.twilio.com/docs/usage/security#validating-requests */
export interface SignedRequest {
  /** The token of the account that the request belongs to. */
  authToken: string;
  /** The header X-Twilio-Signature; undefined if absent. */
  signature: string | undefined;
  /** The URL that Twilio called: scheme, host, path, and query. */
  url: string;
}

/** The fields of a form, in any order; a name may occur several times. */
export type Fields = Iterable<readonly [name: string, value: string]>;

/**
 * Whether a request with a form as its body was signed with the account's token. Takes the same time for every invalid
 * signature.
 */
export function checkSignature({ authToken, signature, url }: SignedRequest, fields: Fields): boolean {
  if (signature === undefined || authToken === '' || !URL.canParse(url)) return false;
  // Twilio's function sorts the fields once for each of twelve forms of the URL: here they are joined into one field.
  const form = { [signedPart(fields)]: '' };
  // It is undocumented whether the signature covers the retry fragment of a URL, and the fragment is not part of the
  // request.
  return [url, url + CALLED_AGAIN].some((signed) => validateRequest(authToken, signature, signed, form));
}

/**
 * The part of a form that is signed after the URL: names and values sorted by name, each value of a repeated name once.
 */
function signedPart(fields: Fields): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) values.set(name, (values.get(name) ?? new Set()).add(value));
  const names = [...values.keys()].sort();
  return names.flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value)).join('');
}

/**
 * Whether a request with any other body was signed with the account's token: the URL carries the hash of the body as
 * `bodySHA256`.
 */
export function checkBodySignature(request: SignedRequest, body: string | Uint8Array): boolean {
  const claimed = URL.parse(request.url)?.searchParams.get('bodySHA256') ?? '';
  const [actual, expected] = [
    Buffer.from(claimed),
    Buffer.from(createHash('sha256').update(body).digest('hex')),
  ];
  return (
    actual.length === expected.length && timingSafeEqual(actual, expected) && checkSignature(request, [])
  );
}
