import type { Encoding } from '@carillon/contracts';
import { VALUE, urlEncodings, withoutValues } from './url-context';

/** Texts that phones and email clients convert to links, up to a character that ends them. */
const link = /(?:https?:\/\/|(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,}\/)[^\s<>"]*/gi;
/** Characters that can follow a link in a sentence. */
const behindLink = ".,;:!?)]}'’";

/**
 * The encodings of the values in a text, in order: in links, values are encoded for the URL; elsewhere, they stay
 * unchanged.
 */
export function textEncodings(parts: readonly (string | object)[]): Encoding[][] {
  const text = parts.map((part) => (typeof part === 'string' ? withoutValues(part) : VALUE)).join('');
  const found: Encoding[][] = [];
  let from = 0;
  const outside = (to: number): void => {
    for (let at = text.indexOf(VALUE, from); at >= 0 && at < to; at = text.indexOf(VALUE, at + 1))
      found.push([]);
  };
  for (const { 0: written, index } of text.matchAll(link)) {
    if (!written.includes(VALUE)) continue;
    outside(index);
    const url = written.slice(0, endOfLink(written));
    const encodings = urlEncodings(/^https?:\/\//i.test(url) ? url : `https://${url}`);
    found.push(...encodings.map((each) => [each]));
    from = index + url.length;
  }
  outside(text.length);
  return found;
}

function endOfLink(written: string): number {
  let end = written.length;
  while (end > 0 && behindLink.includes(written.charAt(end - 1))) end--;
  return end;
}
