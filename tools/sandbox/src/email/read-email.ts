import { simpleParser, type EmailAddress, type ParsedMail } from 'mailparser';
import { type Content } from '../messages/content';
import { headerFields, headOf } from './header-fields';

/** Nothing is made up: no text from HTML, no HTML from text, no links from what looks like one. */
const asSent = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };

/**
 * Takes a mail apart. What cannot be read as MIME yields its header fields and no text or HTML: its source is still
 * there to look at.
 */
export async function readEmail(mail: Buffer, { inlineImages }: { inlineImages: boolean }): Promise<Content> {
  const parsed = await parse(mail, { ...asSent, keepCidLinks: !inlineImages });
  return {
    ...named(parsed),
    html: orNull(parsed?.html),
    text: orNull(parsed?.text),
    headers: headerFields(mail),
    attachments: (parsed?.attachments ?? []).map(({ filename, contentType, size }) => ({
      name: filename ?? 'unnamed',
      type: contentType,
      bytes: size,
    })),
  };
}

/** Sender and subject from the beginning of a mail. */
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

/** The parser marks what a mail does not have by false, by nothing or by an empty string. */
function orNull(value: string | false | undefined): string | null {
  return value === undefined || value === false || value === '' ? null : value;
}

/** `Name <address>`, the name in quotes where RFC 5322 asks for them. */
function written({ name, address }: EmailAddress): string {
  if (name === '' || address === undefined) return address ?? name;
  const quoted = /[()<>@,;:\\".[\]]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `${quoted} <${address}>`;
}
