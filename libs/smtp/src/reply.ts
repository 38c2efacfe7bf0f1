/** A mail server's reply: RFC 5321 §4.2, with the enhanced code of RFC 2034 if it has one. */
export class Reply {
  /** The code from 200 to 599; 0 if the text isn't a reply. */
  readonly code: number;

  /** @param lines the lines with their codes, separated by `\n` */
  constructor(private readonly lines: string) {
    this.code = codeOf(lines);
  }

  /** The enhanced code; null if the reply has none, or if its class differs from the code's. */
  get enhanced(): string | null {
    const found = enhanced.exec(this.lines)?.[1];
    return found?.charAt(0) === this.lines.charAt(0) ? found : null;
  }

  /** All lines joined in one, cut to a length that can be shown. */
  get text(): string {
    return this.lines
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_TEXT);
  }
}

const LONGEST_TEXT = 300;
const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?=[\s-]|$)/;
const code = /^[2-5]\d\d(?:[ \n-]|$)/;

function codeOf(lines: string): number {
  return code.test(lines) ? Number(lines.slice(0, 3)) : 0;
}

/** Limits of an unfinished reply (bytes). RFC 5321 §4.5.3.1.5 allows a line 512. */
export const replyLimits = { line: 8_192, reply: 65_536 } as const;

/** Thrown when a line or a reply exceeds its limit. */
export class ReplyTooLong extends Error {
  override readonly name = 'ReplyTooLong';

  /** @param before the replies that were complete before the excess */
  constructor(readonly before: readonly Reply[]) {
    super();
  }
}

/**
 * Puts replies together from pieces of any size. A reply ends with the first line that does not announce another one;
 * empty lines between replies are skipped.
 */
export class ReplyReader {
  /** The beginning of a line. */
  private rest = '';
  /** The lines of a reply that has not ended. */
  private lines = '';

  /** @param bytes one character each. @throws ReplyTooLong */
  read(bytes: string): Reply[] {
    const replies: Reply[] = [];
    const text = this.rest === '' ? bytes : this.rest + bytes;
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, text.charCodeAt(end - 1) === CR ? end - 1 : end);
      const reply = this.add(line);
      if (line.length > replyLimits.line || this.lines.length > replyLimits.reply)
        throw new ReplyTooLong(replies);
      if (reply) replies.push(reply);
      from = end + 1;
    }
    this.rest = text.slice(from);
    if (this.rest.length > replyLimits.line) throw new ReplyTooLong(replies);
    return replies;
  }

  /** A refusal without a line end, when the connection has ended; otherwise null. */
  end(): Reply | null {
    const reply = /^[45]\d\d[ -]/.test(this.rest) ? new Reply(decoded(this.rest)) : null;
    this.rest = '';
    return reply;
  }

  private add(line: string): Reply | null {
    if (this.lines === '' && line.trim() === '') return null;
    const lines = this.lines === '' ? line : `${this.lines}\n${line}`;
    this.lines = isContinued(line) ? lines : '';
    return this.lines === '' ? new Reply(agreed(decoded(lines), line)) : null;
  }
}

const CR = 13;
const HYPHEN = 45;

function isContinued(line: string): boolean {
  return line.charCodeAt(3) === HYPHEN && /^\d{3}/.test(line);
}

/** A text that begins as an acceptance and ends as a refusal isn't a reply. */
function agreed(lines: string, last: string): string {
  return /^\d{3}/.test(last) && !lines.startsWith(last.slice(0, 3)) ? '' : lines;
}

/** Replies are mostly ASCII, and otherwise UTF-8. Other bytes stay as they are. */
function decoded(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}
