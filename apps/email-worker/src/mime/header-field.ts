/** RFC 2047 §2: a line with encoded words has at most 76 characters. RFC 5322 §2.1.1 recommends 78. */
const LINE = 76;
const WORD_BEGIN = '=?UTF-8?B?';
const WORD_END = '?=';

const control = /[\p{Cc}\u2028\u2029]+/gu;
const beyondAscii = /[^\0-\x7f]/;
const plainText = /^[!-~](?:[ -~]*[!-~])?$/;

/** A field with human-readable text, such as Subject. Any value yields exactly one field. */
export function textField(name: string, value: string): string {
  return `${textBody(name, onOneLine(value))}\r\n`;
}

/**
 * A field with a valid address, and a display name if it is not empty. An address beyond ASCII is in UTF-8 (RFC 6532),
 * one character per byte.
 */
export function mailboxField(name: string, mailbox: string, displayName = ''): string {
  const address = beyondAscii.test(mailbox) ? Buffer.from(mailbox).toString('latin1') : mailbox;
  const shown = onOneLine(displayName).trim();
  if (shown === '') return `${name}: ${address}\r\n`;
  const field = isPlain(shown) && shown.length <= 60 ? `${name}: ${quoted(shown)}` : encoded(name, shown);
  const rest = ` <${address}>`;
  const lastLine = field.length - field.lastIndexOf('\n') - 1;
  return lastLine + rest.length <= LINE ? `${field}${rest}\r\n` : `${field}\r\n${rest}\r\n`;
}

function textBody(name: string, text: string): string {
  if (text === '') return `${name}:`;
  const folded = isPlain(text) ? fold(`${name}: ${text}`) : null;
  return folded ?? encoded(name, text);
}

/** Whether the text is safe unencoded: no mail client interprets it as an encoded word or similar. */
function isPlain(text: string): boolean {
  return plainText.test(text) && !text.includes('=?');
}

/** Breaks lines before spaces. Returns null if a word is too long. */
function fold(field: string): string | null {
  if (field.length <= LINE) return field;
  const lines: string[] = [];
  let line = '';
  for (const word of field.split(' ')) {
    if (word !== '' && line.length + 1 + word.length > LINE && line.trim() !== '') {
      lines.push(line);
      line = ` ${word}`;
    } else {
      line = lines.length === 0 && line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.every((each) => each.length <= LINE) ? lines.join('\r\n') : null;
}

/** Encodes the text as RFC 2047 base64 words of whole characters, one per line. */
function encoded(name: string, text: string): string {
  const words: string[] = [];
  let room = bytesIn(LINE - name.length - 2);
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word) + Buffer.byteLength(character) > room) {
      words.push(word);
      word = '';
      room = bytesIn(LINE - 1);
    }
    word += character;
  }
  words.push(word);
  const inBase64 = words.map((each) => `${WORD_BEGIN}${Buffer.from(each).toString('base64')}${WORD_END}`);
  return `${name}: ${inBase64.join('\r\n ')}`;
}

/** The number of bytes of text that fit in an encoded word of this many characters. A word has at most 75. */
function bytesIn(length: number): number {
  const base64 = Math.min(length, LINE - 1) - WORD_BEGIN.length - WORD_END.length;
  return Math.floor(base64 / 4) * 3;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function onOneLine(value: string): string {
  return value.replace(control, ' ');
}
