import { BodyHash } from './body-hash';
import type { SigningKey } from './keys';
import { headerFields, signatureFields } from './signature';

const BLANK_LINE = '\r\n\r\n';

/**
 * A complete message with a signature of each key.
 * @param message with CRLF line ends
 */
export async function signMessage(message: Buffer, keys: readonly SigningKey[], at: Date): Promise<Buffer> {
  const text = message.toString('latin1');
  const end = text.indexOf(BLANK_LINE);
  if (end < 0) throw new Error('The message has no body');
  const signatures = await signatureFields(keys, {
    fields: headerFields(text.slice(0, end + 2)),
    bodyHash: new BodyHash().add(text.slice(end + BLANK_LINE.length)).digest(),
    at,
  });
  return Buffer.concat([Buffer.from(signatures, 'latin1'), message]);
}
