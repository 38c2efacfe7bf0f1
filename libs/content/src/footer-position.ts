import type { DefaultTreeAdapterMap } from 'parse5';
import { type Parse, boundedParser } from './bounded-parse';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** A position in a document where added content is visible: at this offset, after `close`. */
export interface FooterPosition {
  offset: number;
  /** Closes open constructs that would hide the footer. */
  close: string;
}

/** A noncharacter that marks a candidate position. */
const MARK = '\ufdd1';
/** An element, because an element may be inserted where text may not. */
const MARKED = `<div ${MARK}></div>`;

/** The limit of rounds. Only documents that deliberately hide the footer need more. */
const MAX_ROUNDS = 8;

/**
 * Finds the position before the end of the body, or of the document, with the parser of HTML §13.2, which knows the
 * open elements there. If nothing at the document's end is visible, as in a frameset, the position is the beginning.
 * @throws TooComplex
 */
export function footerPosition(document: string): FooterPosition {
  const html = document.replaceAll(MARK, ' ');
  return visibleAtEnd(html, boundedParser()) ?? beginning(html);
}

function visibleAtEnd(html: string, parse: Parse): FooterPosition | null {
  const offset = endOfBody(html, parse);
  let close = '';
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = html.slice(0, offset) + close;
    if (isVisible(before + MARKED + html.slice(offset), parse)) return { offset, close };
    const more = closing(before + MARK, parse);
    if (more === '') return null;
    close += more;
  }
  return null;
}

/** Content begins a body if only comments and the doctype precede it. */
function beginning(html: string): FooterPosition {
  // One part at a time, because a pattern for all of them would backtrack over the comments.
  const before = /\s+|<!---?>|<!--[^]*?-->/y;
  let offset = 0;
  while (before.test(html)) offset = before.lastIndex;
  const doctype = /<!doctype[^>]*>/iy;
  doctype.lastIndex = offset;
  return { offset: doctype.test(html) ? doctype.lastIndex : 0, close: '' };
}

/**
 * The offset at which the content of the body begins. Null: the document has no body, as in a frameset, or the body is
 * empty.
 * @throws TooComplex
 */
export function beginningOfBody(document: string): number | null {
  const body = bodyOf(document, boundedParser());
  const [first] = body?.childNodes ?? [];
  return body?.sourceCodeLocation?.startTag?.endOffset ?? first?.sourceCodeLocation?.startOffset ?? null;
}

function endOfBody(html: string, parse: Parse): number {
  return bodyOf(html, parse)?.sourceCodeLocation?.endTag?.startOffset ?? html.length;
}

function bodyOf(html: string, parse: Parse): Element | undefined {
  const root = parse(html, { sourceCodeLocationInfo: true });
  return root.childNodes.flatMap(childrenOf).find(({ nodeName }) => nodeName === 'body') as
    Element | undefined;
}

/** Structural elements that need no end tag. */
const structure = new Set(['html', 'head', 'body']);

/**
 * The text that closes the elements, the comment, or the tag around the mark at the end of this HTML; empty if none.
 */
function closing(html: string, parse: Parse): string {
  const found = find(parse(html), (node) => textOf(node).includes(MARK));
  // Inside a tag, the mark is lost with the tag, or in an attribute.
  if (!found) return ['>', '">', "'>"].find((end) => find(parse(html + end + MARK), isText)) ?? '';
  const { node, ancestors } = found;
  if (node.nodeName === '#comment') return find(parse(`${html}-->${MARK}`), isText) ? '-->' : '>';
  if (ancestors.includes('plaintext')) return '';
  const open = ancestors.filter((name) => !structure.has(name));
  return open.map((name) => `</${name}>`).join('');
}

function isText(node: Node): boolean {
  return node.nodeName === '#text' && textOf(node).includes(MARK);
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'data' in node ? node.data : '';
}

/** Whether the marked element is a child of the body. */
function isVisible(html: string, parse: Parse): boolean {
  const found = find(parse(html), (node) => 'attrs' in node && node.attrs.some(({ name }) => name === MARK));
  return found?.ancestors.join() === 'body,html';
}

interface Found {
  node: Node;
  /** The names of the ancestors, nearest first. */
  ancestors: string[];
}

function find(root: Node, isMeant: (node: Node) => boolean): Found | null {
  const open: { node: Node; parents: Link | null }[] = [{ node: root, parents: null }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, parents } = at;
    if (isMeant(node)) return { node, ancestors: namesOf(parents) };
    const within = 'tagName' in node ? { name: node.tagName, outer: parents } : parents;
    for (const child of childrenOf(node)) open.push({ node: child, parents: within });
  }
  return null;
}

interface Link {
  name: string;
  outer: Link | null;
}

function namesOf(link: Link | null): string[] {
  const names: string[] = [];
  for (let at = link; at; at = at.outer) names.push(at.name);
  return names;
}

function childrenOf(node: Node): Node[] {
  if ('content' in node) return [node.content];
  return 'childNodes' in node ? node.childNodes : [];
}
