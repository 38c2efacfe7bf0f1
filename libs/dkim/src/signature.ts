import { hash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from './keys';

/** A header field of a message: its name, and everything after the colon, with its line end. */
type HeaderField = readonly [name: string, value: string];

/**
 * Fields that are listed once more than they occur, so that adding another one breaks the signature (RFC 6376 §8.15).
 * Clients show most of them to people.
 */
const OVERSIGNED = [
  'from',
  'reply-to',
  'subject',
  'date',
  'to',
  'cc',
  'message-id',
  'mime-version',
  'content-type',
];
/** Gmail requires a signature of the last one, and RFC 8058 §4 of the ones before it. */
const SIGNED = ['list-id', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'];

const LINE = 76;

/**
 * Reads the fields of a header, which can be folded.
 * @param header one character per byte, without the empty line at its end
 */
export function headerFields(header: string): HeaderField[] {
  return header
    .slice(0, -2)
    .split(/\r\n(?![ \t])/)
    .map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1)];
    });
}

interface Signed {
  fields: readonly HeaderField[];
  /** The hash of the body in base64. */
  bodyHash: string;
  at: Date;
  /** Names of fields, in lower case, that a relay replaces. */
  except?: readonly string[];
}

/**
 * The header fields with the signatures of a message, one for each key, to be placed before the other fields. The header
 * and the body are in relaxed form: RFC 6376 and RFC 8463.
 */
export async function signatureFields(keys: readonly SigningKey[], signed: Signed): Promise<string> {
  const { names, text } = signedFields(signed);
  const listed = inLines('h', names, ':');
  const fields = keys.map(async (key) => {
    const begin =
      `DKIM-Signature: v=1; a=${algorithms[key.algorithm]}; c=relaxed/relaxed;\r\n` +
      ` d=${key.domain};\r\n s=${key.selector}; t=${Math.floor(signed.at.getTime() / 1_000)};\r\n` +
      `${listed}\r\n bh=${signed.bodyHash};\r\n b=`;
    return `${begin}${folded(await signatureOf(key, text + relaxed(begin)))}\r\n`;
  });
  return (await Promise.all(fields)).join('');
}

const algorithms = { RSA_2048: 'rsa-sha256', ED25519: 'ed25519-sha256' } as const;

const signInPool = promisify(sign);

/**
 * RSA takes ten times as long as Ed25519, so the thread pool does it, and the process can serve its connections in the
 * meantime.
 */
async function signatureOf({ algorithm, key }: SigningKey, text: string): Promise<string> {
  const bytes = Buffer.from(text, 'latin1');
  const signature =
    algorithm === 'RSA_2048'
      ? await signInPool('sha256', bytes, key)
      : sign(null, hash('sha256', bytes, 'buffer'), key);
  return signature.toString('base64');
}

/** The fields in the order of the list, and the last of several with the same name first: RFC 6376 §5.4.2. */
function signedFields({ fields, except = [] }: Signed): { names: string[]; text: string } {
  const found = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    const others = found.get(key);
    if (others) others.unshift(value);
    else found.set(key, [value]);
  }
  const names: string[] = [];
  let text = '';
  for (const name of [...OVERSIGNED, ...SIGNED]) {
    if (except.includes(name)) continue;
    for (const value of found.get(name) ?? []) {
      names.push(name);
      text += `${relaxed(`${name}:${value}`)}\r\n`;
    }
    if (OVERSIGNED.includes(name)) names.push(name);
  }
  return { names, text };
}

/** RFC 6376 §3.4.2. */
function relaxed(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '');
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function inLines(tag: string, values: readonly string[], separator: string): string {
  let lines = '';
  let line = ` ${tag}=`;
  values.forEach((value, at) => {
    const text = at === values.length - 1 ? `${value};` : value + separator;
    if (line.length + text.length > LINE) {
      lines += `${line}\r\n`;
      line = '  ';
    }
    line += text;
  });
  return lines + line;
}

function folded(base64: string): string {
  let lines = base64.slice(0, LINE - 4);
  for (let at = LINE - 4; at < base64.length; at += LINE - 2)
    lines += `\r\n  ${base64.slice(at, at + LINE - 2)}`;
  return lines;
}
