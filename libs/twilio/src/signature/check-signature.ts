import { createHash, timingSafeEqual } from 'node:crypto';
import { type Fields, signatureOver, signedPart } from './signature-of';
import { urlForms } from './url-forms';

/** A request that claims to come from Twilio. */
export interface SignedRequest {
  /** Of the account that it speaks for. */
  authToken: string;
  /** The header X-Twilio-Signature; undefined if there is none. */
  signature: string | undefined;
  /** As Twilio was told it and called it: scheme, host, path and query. */
  url: string;
}

/** Whether a request with a form as its body was signed with the account's token. */
export function checkSignature({ authToken, signature, url }: SignedRequest, fields: Fields): boolean {
  if (signature === undefined || authToken === '') return false;
  const ordered = signedPart(fields);
  return urlForms(url).some((form) => isSame(signature, signatureOver(authToken, form, ordered)));
}

/**
 * The same for a body of any other kind, of which the URL carries the hash as `bodySHA256`.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function checkBodySignature(request: SignedRequest, body: string | Uint8Array): boolean {
  const claimed = URL.parse(request.url)?.searchParams.get('bodySHA256') ?? '';
  const hash = createHash('sha256').update(body).digest('hex');
  return isSame(claimed, hash) && checkSignature(request, []);
}

/** Takes the same time wherever the first difference is. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
