import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

/** The hashes of SHA-256 in the form of the signing library. */
class Sha256 {
  private readonly hash;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.hash.digest()));
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

export interface AwsAccount {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The headers of a request to Amazon SES, with its signature.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export async function signedHeaders(
  { region, ...credentials }: AwsAccount,
  { method, url, body }: { method: string; url: URL; body: string | null },
  at = new Date(),
): Promise<Record<string, string>> {
  const signer = new SignatureV4({ service: 'ses', region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      headers: { host: url.host, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body }),
    },
    { signingDate: at },
  );
  return headers;
}
