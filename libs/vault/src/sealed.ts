/** A sealed secret, taken apart. */
export interface Sealed {
  readonly keyId: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

const form = /^v1\.([A-Za-z0-9_-]{1,16})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** `v1.<key id>.<iv>.<ciphertext and tag>`, the last two in base64url. */
export function writeSealed({ keyId, iv, ciphertext, tag }: Sealed): string {
  return `v1.${keyId}.${iv.toString('base64url')}.${Buffer.concat([ciphertext, tag]).toString('base64url')}`;
}

/** Undefined for any other text. */
export function readSealed(text: string, ivLength: number, tagLength: number): Sealed | undefined {
  const [, keyId = '', ivText = '', bodyText = ''] = form.exec(text) ?? [];
  const iv = bytesOf(ivText);
  const body = bytesOf(bodyText);
  if (iv?.length !== ivLength || !body || body.length < tagLength) return undefined;
  return { keyId, iv, ciphertext: body.subarray(0, -tagLength), tag: body.subarray(-tagLength) };
}

/** One text per value: the spare bits of a last character must be zero, so that no altered text opens. */
function bytesOf(base64url: string): Buffer | undefined {
  const bytes = Buffer.from(base64url, 'base64url');
  return bytes.toString('base64url') === base64url ? bytes : undefined;
}
