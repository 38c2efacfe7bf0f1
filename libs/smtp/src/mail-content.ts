/** A part of a message. The previous part determines whether a dot at its beginning is doubled. */
interface Part {
  /** The part, with doubled dots after its line breaks. */
  bytes: string;
  /** The number of bytes without the additional dots. */
  size: number;
  beginsWithDot: boolean;
  endsLine: boolean;
}

/** A part that many messages share. Its dots are doubled only once. */
export class SharedPart implements Part {
  readonly bytes: string;
  readonly size: number;
  readonly beginsWithDot: boolean;
  readonly endsLine: boolean;

  /** @param text one character per byte */
  constructor(text: string) {
    const part = partOf(text);
    this.bytes = flat(part.bytes);
    this.size = part.size;
    this.beginsWithDot = part.beginsWithDot;
    this.endsLine = part.endsLine;
  }
}

/**
 * A message in the form in which SMTP transmits it: dots at the beginning of lines are doubled (RFC 5321 §4.5.2). Its
 * parts can begin and end anywhere in a line. Its lines end with CRLF.
 */
export class MailContent {
  private transmitted = '';
  private last: SharedPart | null = null;
  private messageSize = 0;
  private isAtLineStart = true;

  /** @param message one character per byte */
  static of(message: string): MailContent {
    return new MailContent().add(message);
  }

  /** The transmitted bytes, one character each. */
  get bytes(): string {
    return this.last ? this.transmitted + this.last.bytes : this.transmitted;
  }

  /** The number of transmitted bytes. */
  get length(): number {
    return this.transmitted.length + (this.last?.bytes.length ?? 0);
  }

  /** The size of the message without the additional dots: RFC 1870 §3 (bytes). */
  get size(): number {
    return this.messageSize;
  }

  /** The message without the additional dots, one character per byte. */
  get message(): string {
    return `\n${this.bytes}`.replaceAll('\n..', '\n.').slice(1);
  }

  /** The transmitted bytes between two positions, at most one character for each. */
  piece(from: number, to: number): string {
    const { transmitted, last } = this;
    const own = transmitted.slice(from, to);
    const begin = transmitted.length;
    if (!last || to <= begin) return own;
    return own + last.bytes.slice(Math.max(from - begin, 0), to - begin);
  }

  /**
   * Adds the last part, which begins a line, without copying its bytes: a large part takes memory once for all messages.
   */
  end(part: SharedPart): this {
    if (this.last || !this.isAtLineStart || part.beginsWithDot)
      throw new Error('This part cannot be the last one');
    this.last = part;
    this.messageSize += part.size;
    return this;
  }

  /** @param part one character per byte */
  add(part: SharedPart | string): this {
    const { bytes, size, beginsWithDot, endsLine } = typeof part === 'string' ? partOf(part) : part;
    if (size === 0) return this;
    this.transmitted += this.isAtLineStart && beginsWithDot ? `.${bytes}` : bytes;
    this.messageSize += size;
    this.isAtLineStart = endsLine;
    return this;
  }
}

function partOf(text: string): Part {
  return {
    bytes: text.includes('\n.') ? text.replaceAll('\n.', '\n..') : text,
    size: text.length,
    beginsWithDot: text.startsWith('.'),
    endsLine: text.endsWith('\n'),
  };
}

/**
 * Flattens the string. V8 stores a concatenated string as a tree of its parts, and would traverse the whole tree for
 * every message.
 */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
