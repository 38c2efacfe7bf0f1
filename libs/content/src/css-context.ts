import type { Encoding } from '@carillon/contracts';
import { VALUE, urlEncodings } from './url-context';

/** The beginning of a comment, a URL, or a string (CSS Syntax 3 §4.3), or a value. */
const beginning = new RegExp(String.raw`/\*|url\(\s*["']?|["']|${VALUE}`, 'gi');

/** The encodings of the values in a style sheet or a style attribute, in order. Time is linear. */
export function cssEncodings(css: string): Encoding[][] {
  const found: Encoding[][] = [];
  beginning.lastIndex = 0;
  for (let begin = beginning.exec(css); begin; begin = beginning.exec(css)) {
    const [token] = begin;
    if (token === VALUE) {
      found.push(['css']);
      continue;
    }
    const end = endOf(css, token, beginning.lastIndex);
    const within = css.slice(beginning.lastIndex, end);
    if (/^url/i.test(token))
      found.push(...urlEncodings(within).map((each): Encoding[] => [each, 'css-string']));
    else for (const character of within) if (character === VALUE) found.push(stringOrComment(token));
    beginning.lastIndex = end + (token === '/*' ? 2 : 1);
  }
  return found;
}

function stringOrComment(token: string): Encoding[] {
  return [token === '/*' ? 'css' : 'css-string'];
}

/** The offset of the end of a token that continues at `from`, or of the end of the text. */
function endOf(css: string, token: string, from: number): number {
  if (token === '/*') return orEnd(css, css.indexOf('*/', from));
  const quote = token.at(-1);
  if (quote !== '"' && quote !== "'") return orEnd(css, css.indexOf(')', from));
  for (let at = from; at < css.length; at++) {
    if (css[at] === '\\') at++;
    else if (css[at] === quote) return at;
  }
  return css.length;
}

function orEnd(css: string, found: number): number {
  return found < 0 ? css.length : found;
}
