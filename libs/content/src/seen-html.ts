import { Parser } from 'htmlparser2';
import { declarationsOf, isHiding, isTiny } from './inline-style';

/**
 * The time of the parser and the converter, and the indentation, grow with the depth. Both bounds are far beyond real
 * emails: 100 KB at an average depth of 100 (mail clients cut off after 100 KB, nested tables reach a depth of 40).
 */
const MAX_DEPTH = 128;
const MAX_EFFORT = 10_000_000;

/** The effect of an element on its text. */
interface Surroundings {
  isHidden: boolean;
  isTiny: boolean;
}

const seen: Surroundings = { isHidden: false, isTiny: false };

/**
 * HTML without the parts that its styles hide, for the text version. Null: the nesting is too deep. Uses
 * the converter's own parser, which stops as soon as the depth is known to be too large.
 */
export function seenHtml(html: string): string | null {
  const open: Surroundings[] = [];
  let kept = '';
  let keptTo = 0;
  let effort = 0;
  let counted = 0;
  const isTooNested = (): boolean => open.length > MAX_DEPTH || effort > MAX_EFFORT;
  const countTo = (index: number): void => {
    effort += open.length * (index - counted);
    counted = index;
    if (isTooNested()) parser.pause();
  };
  const here = (): Surroundings => open.at(-1) ?? seen;
  const keepTo = (index: number): void => {
    if (index > keptTo) kept += html.slice(keptTo, index);
    keptTo = Math.max(keptTo, index);
  };
  const parser: Parser = new Parser({
    onopentag: (_, attributes) => {
      countTo(parser.endIndex);
      const within = here();
      const surroundings = surroundingsIn(attributes, within);
      if (surroundings.isHidden && !within.isHidden) keepTo(parser.startIndex);
      open.push(surroundings);
    },
    ontext: () => {
      if (!here().isTiny || here().isHidden) return;
      keepTo(parser.startIndex);
      keptTo = Math.max(keptTo, parser.endIndex + 1);
    },
    onclosetag: (_, isImplied) => {
      countTo(parser.endIndex);
      const wasHidden = open.pop()?.isHidden === true && !here().isHidden;
      // An implied end tag is at the beginning of the tag that implies it.
      if (wasHidden) keptTo = Math.max(keptTo, isImplied ? parser.startIndex : parser.endIndex + 1);
    },
  });
  parser.write(html);
  countTo(html.length);
  if (isTooNested()) return null;
  if (!here().isHidden) keepTo(html.length);
  return kept;
}

function surroundingsIn(attributes: Readonly<Record<string, string>>, within: Surroundings): Surroundings {
  const { style, hidden } = attributes;
  if (style === undefined && hidden === undefined) return within;
  const declarations = declarationsOf(style ?? '');
  return {
    isHidden: within.isHidden || hidden !== undefined || isHiding(declarations),
    isTiny: isTiny(declarations) ?? within.isTiny,
  };
}
