import type { TemplatePart } from './template';

/** Where something can be added to a document so that it is seen. */
export interface EndOfBody {
  before: TemplatePart[];
  /** What has to be written first, because what is before would swallow all that follows. */
  close: string;
  after: TemplatePart[];
}

/** Stands for a value: no text has this noncharacter, and none can end or begin anything. */
const VALUE = '\ufdd0';

/** Comments and elements that are not shown, and ends of bodies. HTML §13.2.5: what is not closed goes on to the end. */
const places =
  /<!--(?:-?>|[^]*?(?:--!?>|(?<openComment>$)))|<(?<element>script|style|title|textarea|template)\b[^]*?(?:<\/\k<element>[\s/>]|(?<openElement>$))|(?<body><\/body\s*>)/gi;

/** Before the last `</body>` that is one, and not in a comment or a script; else behind everything. */
export function endOfBody(parts: readonly TemplatePart[]): EndOfBody {
  const html = parts.map((part) => (typeof part === 'string' ? part : VALUE)).join('');
  let place = html.length;
  let close = '';
  for (const { index, groups = {} } of html.matchAll(places)) {
    if (groups.body !== undefined) place = index;
    if (groups.openComment !== undefined) close = '-->';
    if (groups.openElement !== undefined) close = `</${groups.element}>`;
  }
  return { ...cut(parts, place), close: place === html.length ? close : '' };
}

function cut(
  parts: readonly TemplatePart[],
  place: number,
): { before: TemplatePart[]; after: TemplatePart[] } {
  let begin = 0;
  for (const [at, part] of parts.entries()) {
    const end = begin + (typeof part === 'string' ? part.length : VALUE.length);
    if (place < end && typeof part === 'string') {
      const [first, second] = [part.slice(0, place - begin), part.slice(place - begin)];
      return { before: [...parts.slice(0, at), first], after: [second, ...parts.slice(at + 1)] };
    }
    begin = end;
  }
  return { before: [...parts], after: [] };
}
