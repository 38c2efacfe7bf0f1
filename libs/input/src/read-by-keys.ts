import { AppError } from '@carillon/contracts';

const BACKSLASH = 0x5c;
const blank = /[ \t\n\r]*/y;
const scalar = /[^ \t\n\r,\]}]+/y;

/**
 * Parses a valid JSON text, string by string. V8's JSON.parse (13.6, in Node 24) confuses a key with escapes with the
 * key of an earlier object of the same shape: after `{"a":1,"\\":2}` it reads `{"a":1,"\u00fc":2}` like the earlier
 * one.
 *
 * @throws AppError malformed_json if the text is nested deeper than `maxDepth`
 */
export function readByKeys(text: string, maxDepth: number): unknown {
  return new Reading(text, maxDepth).value(0);
}

class Reading {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  value(depth: number): unknown {
    const first = this.next();
    if (first === '"') return this.string();
    if (first !== '{' && first !== '[') return JSON.parse(this.match(scalar)) as unknown;
    if (depth === this.maxDepth) {
      throw new AppError('malformed_json', `The body is nested deeper than ${this.maxDepth}`);
    }
    return first === '{' ? Object.fromEntries(this.members(depth)) : this.items(depth);
  }

  private items(depth: number): unknown[] {
    const items: unknown[] = [];
    while (this.goesOn(']')) items.push(this.value(depth + 1));
    return items;
  }

  private members(depth: number): [string, unknown][] {
    const members: [string, unknown][] = [];
    while (this.goesOn('}')) {
      this.next();
      const key = this.string();
      this.next();
      this.at += 1;
      members.push([key, this.value(depth + 1)]);
    }
    return members;
  }

  /** Steps over the opening bracket, a comma, or the closing bracket. Returns false for the closing bracket. */
  private goesOn(closing: string): boolean {
    const isOver = this.next() === closing;
    this.at += 1;
    if (isOver || this.next() !== closing) return !isOver;
    this.at += 1;
    return false;
  }

  private string(): string {
    const start = this.at;
    this.at = endOfString(this.text, start) + 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  private next(): string | undefined {
    this.match(blank);
    return this.text[this.at];
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }
}

/** Returns the index of the quote that closes the string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
