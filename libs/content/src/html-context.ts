import { QuoteType, Tokenizer } from 'htmlparser2';

/** Where a value stands in HTML, as far as that changes how it must be escaped. */
export interface HtmlContext {
  /** In a tag but in no quotes: a space would end it. */
  isUnquoted: boolean;
  /** It begins a URL, and may choose the scheme. */
  beginsUrl: boolean;
  /** It is a whole attribute value without quotes: if it were empty, what follows would become the value. */
  isWholeValue: boolean;
}

const inText: HtmlContext = { isUnquoted: false, beginsUrl: false, isWholeValue: false };
/** In a tag, wherever nothing better is known. */
const inTag: HtmlContext = { isUnquoted: true, beginsUrl: false, isWholeValue: false };

const urlAttributes = new Set([
  'action',
  'background',
  'cite',
  'codebase',
  'data',
  'formaction',
  'href',
  'longdesc',
  'ping',
  'poster',
  'src',
  'xlink:href',
]);

/**
 * Finds the contexts of values.
 * @param html has one character for each value
 * @param offsets the values' places in it, in ascending order
 */
export function htmlContexts(html: string, offsets: readonly number[]): HtmlContext[] {
  const contexts = offsets.map(() => inTag);
  let next = 0;
  /** Sets the context of the values before `end`, from the first that has none. */
  const assign = (end: number, contextAt: (offset: number) => HtmlContext): void => {
    for (let at = offsets[next]; at !== undefined && at < end; at = offsets[++next])
      contexts[next] = contextAt(at);
  };
  const skip = (end: number): void => assign(end, () => inTag);
  const text = (start: number, end: number): void => {
    skip(start);
    assign(end, () => inText);
  };
  let name = '';
  let begin = -1;
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      ontext: text,
      oncomment: text,
      oncdata: text,
      onattribname: (start, end) => {
        skip(end);
        name = html.slice(start, end).toLowerCase();
        begin = -1;
      },
      onattribdata: (start) => {
        if (begin < 0) begin = start;
      },
      onattribend: (quote, end) => {
        if (begin < 0) return;
        const [from, isUnquoted] = [begin, quote === QuoteType.Unquoted];
        skip(from);
        const urlFrom = urlAttributes.has(name) ? firstOfUrl(html, from, offsets) : -1;
        const isWholeValue = isUnquoted && end - from === 1;
        assign(end, (at) => ({ isUnquoted, isWholeValue, beginsUrl: at >= from && at <= urlFrom }));
      },
      onattribentity: ignore,
      ontextentity: ignore,
      onopentagname: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onclosetag: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return contexts;
}

/** The last of the values that a URL begins with, one after the other; -1 if it begins with something else. */
function firstOfUrl(html: string, from: number, offsets: readonly number[]): number {
  const blank = /[\0- ]*/y;
  blank.lastIndex = from;
  blank.test(html);
  let at = blank.lastIndex;
  let index = lowerBound(offsets, at);
  if (offsets[index] !== at) return -1;
  while (offsets[index + 1] === at + 1) {
    index++;
    at++;
  }
  return at;
}

/** The index of the first offset that is not below `at`. */
function lowerBound(offsets: readonly number[], at: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
