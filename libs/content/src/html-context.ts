import type { Encoding } from '@carillon/contracts';
import { decodeHTMLAttribute } from 'entities';
import { QuoteType, Tokenizer } from 'htmlparser2';
import { outlookHtml } from './conditional-comment';
import { cssEncodings } from './css-context';
import { VALUE, urlEncodings, withoutValues } from './url-context';

const urlAttributes = new Set([
  'action',
  'archive',
  'background',
  'cite',
  'classid',
  'codebase',
  'data',
  'dynsrc',
  'formaction',
  'href',
  'icon',
  'longdesc',
  'lowsrc',
  'manifest',
  'ping',
  'poster',
  'profile',
  'src',
  'usemap',
  'xlink:href',
]);
/** Lists of URLs, each followed by a width or similar: HTML §4.8.4.2.2. */
const urlListAttributes = new Set(['srcset', 'imagesrcset']);

/** Replaces a value where HTML is parsed: a name can begin with it. */
const LETTER = 'x';

/** The encodings of the values in HTML, in order. Time is linear. */
export function htmlEncodings(parts: readonly (string | object)[]): Encoding[][] {
  const marked = parts.map((part) => (typeof part === 'string' ? withoutValues(part) : VALUE)).join('');
  return new Places(marked).encodings();
}

/** Records the position of each value while the HTML is read. */
class Places {
  private readonly found: Encoding[][] = [];
  /** The first value whose context is unknown; -1: none. */
  private next: number;
  /** `style` or `script` while their text is read, which isn't HTML. */
  private language = '';

  constructor(private readonly marked: string) {
    this.next = marked.indexOf(VALUE);
  }

  encodings(): Encoding[][] {
    if (this.next >= 0) this.read(0, this.marked.length);
    this.assign(this.marked.length, ['unquoted']);
    return this.found;
  }

  /** Comments can't be nested, so their content is not searched for comments. */
  private read(from: number, to: number, isForOutlook = false): void {
    const html = this.marked.slice(from, to).replaceAll(VALUE, LETTER);
    let name = '';
    let begin = -1;
    let dataEnd = -1;
    let style = -1;
    /** A style sheet can arrive in parts. */
    const endStyle = (end: number): void => {
      if (style < 0) return;
      this.assignEach(cssEncodings(this.marked.slice(from + style, from + end)), from + end);
      style = -1;
    };
    const text = (start: number, end: number): void => {
      if (style < 0) this.skip(from + start);
      if (this.language === 'style') {
        if (style < 0) style = start;
        return;
      }
      this.assign(from + end, [this.language === 'script' ? 'script' : 'html']);
    };
    const ignore = (): void => undefined;
    const tokenizer = new Tokenizer(
      { xmlMode: false, decodeEntities: false },
      {
        ontext: text,
        oncdata: text,
        oncomment: (start, end, dashes) => {
          const hidden = isForOutlook ? null : outlookHtml(html, start, end - dashes);
          if (hidden) {
            this.assign(from + hidden.start, ['html']);
            this.read(from + hidden.start, from + hidden.end, true);
          }
          text(start, end);
        },
        onopentagname: (start, end) => {
          const tag = html.slice(start, end).toLowerCase();
          this.language = tag === 'style' || tag === 'script' ? tag : '';
        },
        onclosetag: (start) => {
          endStyle(start);
          this.language = '';
        },
        onattribname: (start, end) => {
          this.skip(from + end);
          name = html.slice(start, end).toLowerCase();
          begin = -1;
        },
        onattribdata: (start, end) => {
          if (begin < 0) begin = start;
          dataEnd = end;
        },
        onattribend: (quote) => {
          if (begin < 0) return;
          this.skip(from + begin);
          this.inAttribute(name, from + begin, from + dataEnd, quote);
        },
        onattribentity: ignore,
        ontextentity: ignore,
        onopentagend: ignore,
        onselfclosingtag: ignore,
        ondeclaration: ignore,
        onprocessinginstruction: ignore,
        onend: ignore,
      },
    );
    tokenizer.write(html);
    tokenizer.end();
    endStyle(html.length);
    this.language = '';
  }

  private inAttribute(name: string, from: number, to: number, quote: QuoteType): void {
    if (this.next < 0 || this.next >= to) return;
    const written = this.marked.slice(from, to);
    const isUnquoted = quote === QuoteType.Unquoted;
    const last: Encoding = isUnquoted ? (written === VALUE ? 'unquoted-whole' : 'unquoted') : 'html';
    const encodings = attributeEncodings(name, meant(written));
    this.assignEach(
      encodings.map((steps) => [...steps, last]),
      to,
    );
  }

  /** Encodes values before `end` for a tag, if their context is unknown. */
  private skip(end: number): void {
    this.assign(end, ['unquoted']);
  }

  private assign(end: number, steps: Encoding[]): void {
    while (this.next >= 0 && this.next < end) this.add(steps);
  }

  private assignEach(all: readonly Encoding[][], end: number): void {
    for (const steps of all) if (this.next < end) this.add(steps);
    this.skip(end);
  }

  private add(steps: Encoding[]): void {
    this.found.push(steps);
    this.next = this.marked.indexOf(VALUE, this.next + 1);
  }
}

/** An attribute's value with resolved character references, one of which may look like a placeholder's value. */
function meant(written: string): string {
  const decoded = decodeHTMLAttribute(written);
  return decoded.split(VALUE).length === written.split(VALUE).length ? decoded : written;
}

/** The encodings of the values in an attribute, before they are encoded for HTML. */
function attributeEncodings(name: string, value: string): Encoding[][] {
  if (urlAttributes.has(name)) return urlEncodings(value).map((each) => [each]);
  if (name === 'style') return cssEncodings(value);
  if (urlListAttributes.has(name)) {
    return value.split(/[\s,]+/).flatMap((url) => urlEncodings(url).map((each): Encoding[] => [each]));
  }
  const steps: Encoding[] = name.startsWith('on') ? ['script'] : name === 'srcdoc' ? ['html'] : [];
  return Array.from(value.matchAll(new RegExp(VALUE, 'g')), () => steps);
}
