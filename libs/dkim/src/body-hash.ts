import { createHash } from 'node:crypto';

/**
 * The number of characters that are hashed together. Hashing each part takes longer, and joining large parts needs memory.
 */
const AT_ONCE = 16_384;

/** A part of a body without the white space at its ends, which depends on the neighboring parts. */
export interface CanonicalPart {
  readonly before: string;
  /** In relaxed form. Begins and ends with a visible character, or is empty. */
  readonly text: Buffer | string;
  readonly after: string;
}

const space = /^[ \t\r\n]*/;
/** Preceded by a visible character, so that the search is linear. */
const lastVisible = /[^ \t\r\n]/;

/**
 * Prepares a part that many messages share, so that each message only needs to hash it.
 * @param text one character per byte, with CRLF line ends
 */
export function canonicalPart(text: string): CanonicalPart {
  const { before, visible, after } = divide(text);
  const form = relaxed(visible);
  return { before, text: form.length < AT_ONCE ? form : Buffer.from(form, 'latin1'), after };
}

/**
 * The hash of a body in relaxed form: RFC 6376 §3.4.4 and §3.7. Its parts can begin and end anywhere in a line. White
 * space is hashed when visible text follows, because the end of a body has none.
 */
export class BodyHash {
  private readonly hash = createHash('sha256');
  /** Not hashed yet. */
  private text = '';
  /** White space that may be at the end. */
  private pending = '';
  private isEmpty = true;

  /** @param part one character per byte, with CRLF line ends */
  add(part: CanonicalPart | string): this {
    if (typeof part === 'string') {
      const { before, visible, after } = divide(part);
      return this.append(before, visible === '' ? '' : relaxed(visible), after);
    }
    return this.append(part.before, part.text, part.after);
  }

  /** In base64. */
  digest(): string {
    if (!this.isEmpty) this.text += '\r\n';
    this.flush();
    return this.hash.digest('base64');
  }

  private append(before: string, text: Buffer | string, after: string): this {
    if (text.length === 0) {
      this.pending += before + after;
      return this;
    }
    this.text += relaxed(this.pending + before);
    if (typeof text === 'string') this.text += text;
    if (typeof text !== 'string' || this.text.length > AT_ONCE) this.flush();
    if (typeof text !== 'string') this.hash.update(text);
    this.pending = after;
    this.isEmpty = false;
    return this;
  }

  private flush(): void {
    this.hash.update(this.text, 'latin1');
    this.text = '';
  }
}

function divide(text: string): { before: string; visible: string; after: string } {
  const [before = ''] = space.exec(text) ?? [];
  let end = text.length;
  while (end > before.length && !lastVisible.test(text.charAt(end - 1))) end -= 1;
  return { before, visible: text.slice(before.length, end), after: text.slice(end) };
}

/** White space at line ends is removed, and other white space becomes one space. */
function relaxed(text: string): string {
  if (!text.includes(' ') && !text.includes('\t')) return text;
  return text.replace(/[ \t]+(\r\n)?/g, (_, lineEnd: string | undefined) => lineEnd ?? ' ');
}
