import { isKey } from '../placeholder';
import { type LiquidPart, liquidParts } from './liquid-parts';

/**
 * A text without tags, and with `{{key}}` for each output, on the same lines. It has all branches of conditions.
 * @throws LiquidProblem; TooComplex
 */
export function withoutLiquid(text: string): string {
  return liquidParts(text, { comments: true })
    .map((part) => (typeof part === 'string' ? part : `${placeholderOf(part)}${linesOf(part.source)}`))
    .join('');
}

/** Without filters. Other expressions have no name. */
function placeholderOf({ isTag, key = '' }: LiquidPart): string {
  if (isTag) return '';
  const [name = ''] = key.split('|');
  return `{{${isKey(name.trim()) ? name.trim() : 'value'}}}`;
}

function linesOf(source: string): string {
  return source.replace(/[^\n]/g, '');
}
