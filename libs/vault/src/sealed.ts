/** The parts of a sealed secret. */
export interface Sealed {
  readonly keyId: string;
  /** The public half of the key pair that was generated for this secret. */
  readonly ephemeral: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

const form = /^v2\.([A-Za-z0-9_-]{1,16})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** `v2.<key id>.<ephemeral public key>.<ciphertext and tag>`, the last two in base64url. */
export function writeSealed({ keyId, ephemeral, ciphertext, tag }: Sealed): string {
  const body = Buffer.concat([ciphertext, tag]).toString('base64url');
  return `v2.${keyId}.${ephemeral.toString('base64url')}.${body}`;
}

/** Undefined for any other text. */
export function readSealed(text: string, keyLength: number, tagLength: number): Sealed | undefined {
  const [, keyId = '', ephemeralText = '', bodyText = ''] = form.exec(text) ?? [];
  const ephemeral = bytesOf(ephemeralText);
  const body = bytesOf(bodyText);
  if (ephemeral?.length !== keyLength || !body || body.length < tagLength) return undefined;
  return { keyId, ephemeral, ciphertext: body.subarray(0, -tagLength), tag: body.subarray(-tagLength) };
}

/** Each value has only one text: the spare bits of the last character must be zero, so that no altered text opens. */
function bytesOf(base64url: string): Buffer | undefined {
  const bytes = Buffer.from(base64url, 'base64url');
  return bytes.toString('base64url') === base64url ? bytes : undefined;
}
