import { simpleParser, type EmailAddress, type ParsedMail } from 'mailparser';
import { type Content } from './content';
import { type HeaderFields } from './message';

/** Neither text, HTML, nor links are derived from another part of the email. */
const asSent = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };

/**
 * Parses an email. If an email is not valid MIME, returns its header fields without text or HTML. Its source can still
 * be viewed.
 */
export async function readEmail(mail: Buffer, { inlineImages }: { inlineImages: boolean }): Promise<Content> {
  const parsed = await parse(mail, { ...asSent, keepCidLinks: !inlineImages });
  return {
    ...named(parsed),
    html: orNull(parsed?.html),
    text: orNull(parsed?.text),
    headers: headerFields(mail),
    mediaUrl: null,
    attachments: (parsed?.attachments ?? []).map(({ filename, contentType, size }) => ({
      name: filename ?? 'unnamed',
      type: contentType,
      bytes: size,
    })),
  };
}

/** Reads sender and subject from the beginning of an email. */
export async function readEmailHead(beginning: Buffer): Promise<Pick<Content, 'from' | 'subject' | 'text'>> {
  const head = Buffer.concat([Buffer.from(headOf(beginning).toString('latin1').trimEnd(), 'latin1'), ENDED]);
  return { ...named(await parse(head, { ...asSent, keepCidLinks: true })), text: null };
}

const ENDED = Buffer.from('\r\n\r\n');

function named(mail: ParsedMail | null): Pick<Content, 'from' | 'subject'> {
  const from = mail?.from?.value.map(written).join(', ');
  return { from: orNull(from), subject: orNull(mail?.subject) };
}

async function parse(
  mail: Buffer,
  options: typeof asSent & { keepCidLinks: boolean },
): Promise<ParsedMail | null> {
  return simpleParser(mail, options).catch(() => null);
}

/** The parser represents a missing part as false, undefined, or an empty string. */
function orNull(value: string | false | undefined): string | null {
  return value === undefined || value === false || value === '' ? null : value;
}

/** Returns `Name <address>`, with the name in quotes where RFC 5322 requires them. */
function written({ name, address }: EmailAddress): string {
  if (name === '' || address === undefined) return address ?? name;
  const quoted = /[()<>@,;:\\".[\]]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `${quoted} <${address}>`;
}

/** Returns the head of an email: the part before its first empty line, or the whole email if it has none. */
function headOf(mail: Buffer): Buffer {
  const end = mail.indexOf('\r\n\r\n');
  return end < 0 ? mail : mail.subarray(0, end + 4);
}

/**
 * Returns the raw header fields of an email: unfolded (RFC 5322 §2.2.3), with encoded words unchanged. Lines that are
 * not fields are omitted.
 */
function headerFields(mail: Buffer): HeaderFields {
  const fields = new Map<string, string | string[]>();
  const unfolded = headOf(mail)
    .toString('utf8')
    .replace(/\r\n(?=[ \t])/g, '');
  for (const line of unfolded.split('\r\n')) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/s.exec(line) ?? [];
    if (name !== undefined && value !== undefined) addField(fields, name.toLowerCase(), value.trimEnd());
  }
  // Defines each property as an own property, so that a field named __proto__ is an ordinary field.
  return Object.fromEntries(fields);
}

function addField(fields: Map<string, string | string[]>, name: string, value: string): void {
  const earlier = fields.get(name);
  if (earlier === undefined) fields.set(name, value);
  else if (typeof earlier === 'string') fields.set(name, [earlier, value]);
  else earlier.push(value);
}
