import type { LiquidEmail } from '@carillon/contracts';
import { MAX_LINKS } from '../compile-email';
import { escapeHtml } from '../escape-html';
import { beginningOfBody, footerPosition } from '../footer-position';
import { type LinkTags, withLinkTags } from '../link-tags';
import { linksIn, withLinks } from '../links';
import { textOfParts } from '../plain-text';
import { preheaderHtml } from '../preheader';
import { VALUE } from '../url-context';
import { type LiquidPart, type LiquidParts, LiquidProblem, liquidParts } from './liquid-parts';
import { FOOTER_MARK, MARKS, linkMark } from './marks';
import { parseLiquid } from './parsed-liquid';

/**
 * Analyzes the HTML of an email in Liquid, like `compileEmail`: the links that can be counted, the positions of the
 * preheader and the footer, and the text alternative. `tags` are added to the links before. For the analysis, the email has the text of all branches. Values
 * are encoded for their contexts when the email is rendered.
 * @throws LiquidProblem, with the field of the text; TooComplex
 */
export function compileLiquidEmail(
  emailBody: string,
  preheader: string | null = null,
  tags: LinkTags | null = null,
): LiquidEmail {
  const written = liquidParts(emailBody.replace(MARKS, ' '));
  const parts = tags === null ? written : withLinkTags<LiquidPart>(written, tags);
  const shown = preheader === null ? parts : withPreheader(parts, preheader.replace(MARKS, ' '));
  const { parts: all, close } = withFooter(shown);
  const links = linksIn(parts, MAX_LINKS);
  const numbers = new Map(links.map(({ url }, number) => [url, number]));
  const marked = withLinks<LiquidPart>(all, (url, written) => {
    const link = numbers.get(url);
    return link === undefined ? null : linkMark(link, written);
  });
  const html = sourceOf(marked);
  const text = textOf(parts);
  return { html, close, text, links, keys: keysOfBoth(html, text) };
}

/** The text has conditions of the HTML, but may lack some of its values. */
function keysOfBoth(html: string, text: string): string[] {
  return [...new Set([...parseKeys(html), ...parseKeys(text)])];
}

const parseKeys = (source: string): readonly string[] => parseLiquid(source).keys;

const sourceOf = (parts: LiquidParts): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.source)).join('');

/** What represents a part while HTML is analyzed. */
function visible(part: string | LiquidPart): string {
  if (typeof part === 'string') return part;
  return part.isTag ? '' : VALUE;
}

const visibleHtml = (parts: LiquidParts): string => parts.map(visible).join('');

function withPreheader(parts: LiquidParts, preheader: string): LiquidParts {
  const offset = beginningOfBody(visibleHtml(parts));
  if (offset === null) return parts;
  const { before, after } = cutOutside(parts, offset, 'before the block');
  const escaped = liquidParts(preheader).map((part) => (typeof part === 'string' ? escapeHtml(part) : part));
  const [begin = '', end = ''] = preheaderHtml(preheader, FOOTER_MARK).split(FOOTER_MARK);
  return [...before, begin, ...escaped, end, ...after];
}

function withFooter(parts: LiquidParts): { parts: LiquidParts; close: string } {
  const { offset, close } = footerPosition(visibleHtml(parts));
  const { before, after } = cutOutside(parts, offset, 'behind the block');
  return { parts: [...before, FOOTER_MARK, ...after], close };
}

/** Cuts the parts at an offset of the visible HTML, or at an edge of the outermost block around it. */
function cutOutside(
  parts: LiquidParts,
  offset: number,
  edge: 'before the block' | 'behind the block',
): { before: LiquidParts; after: LiquidParts } {
  let depth = 0;
  let begin = 0;
  /** The beginning of the outermost block around the current part. */
  let outer = 0;
  for (const [at, part] of parts.entries()) {
    const end = begin + visible(part).length;
    const isHere = offset <= begin || (offset < end && typeof part === 'string');
    if (isHere && depth === 0) return cutAt(parts, at, Math.max(0, offset - begin));
    if (isHere && edge === 'before the block') return cutAt(parts, outer, 0);
    const nesting = typeof part === 'string' ? 0 : part.nesting;
    if (nesting > 0 && depth === 0) outer = at;
    depth += nesting;
    begin = end;
  }
  return { before: parts, after: [] };
}

function cutAt(
  parts: LiquidParts,
  index: number,
  within: number,
): { before: LiquidParts; after: LiquidParts } {
  const part = parts[index];
  if (typeof part !== 'string' || within === 0)
    return { before: parts.slice(0, index), after: parts.slice(index) };
  return {
    before: [...parts.slice(0, index), part.slice(0, within)],
    after: [part.slice(within), ...parts.slice(index + 1)],
  };
}

/** Without white space control, which would join lines that only the text has. */
function inText({ source }: LiquidPart): string {
  return source.replace(/^(\{[{%])-/, '$1').replace(/-([%}]\})$/, '$1');
}

/** Braces of the author, which were written as character references. */
function withoutImpostors(text: string): string {
  return text.replace(/\{[{%]/g, (braces) => `{{ "${braces}" }}`);
}

/** The text alternative. It lacks what a style or a tag contains, so that the blocks may not match. */
function textOf(parts: LiquidParts): string {
  const literal = parts.filter((part) => typeof part === 'string').join('');
  const text = textOfParts(literal, parts, { inText, withoutImpostors });
  try {
    parseLiquid(text);
    return text;
  } catch (error) {
    if (!(error instanceof LiquidProblem)) throw error;
    throw new LiquidProblem(
      `The text version of the email is not valid (${error.message}). Begin and end each block in the same element`,
      1,
      1,
    );
  }
}
