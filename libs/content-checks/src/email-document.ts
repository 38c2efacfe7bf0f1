import { boundedParser, declarationsOf, isHiding, splitPlaceholders } from '@carillon/content';
import type { FindingPlace } from '@carillon/contracts';
import type { DefaultTreeAdapterMap } from 'parse5';
import { type TextLook, initialLook, lookIn } from './text-look';

type Tree = DefaultTreeAdapterMap;

/** Noncharacters around the number of a placeholder while HTML is parsed. No other text has them. */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const marks = /[\ufdd0\ufdd1]/g;
/** Characters that are visible, or a placeholder. */
const shown = /[\p{L}\p{N}\p{P}\p{S}\ufdd0]/u;
const token = /\ufdd0([0-9]+)\ufdd1\n*/g;

/** Elements whose text isn't shown. */
const withoutText = new Set(['head', 'style', 'script', 'title', 'template', 'textarea', 'select']);
/** The length of an element in a finding, and of the text of a link (characters). */
const LONGEST = { element: 120, text: 200 };

/** An element of an email. Attributes contain placeholders as written. */
export interface EmailElement {
  readonly name: string;
  readonly parent: EmailElement | null;
  readonly attributes: ReadonlyMap<string, string>;
  /** The declarations of its `style`. */
  readonly style: ReadonlyMap<string, string>;
  readonly look: TextLook;
  /** Whether its style, or that of an element around it, hides it. */
  readonly isHidden: boolean;
  readonly place: FindingPlace;
  /** Whether it contains text that is shown. */
  hasText: boolean;
  /** Whether text that is shown is directly in it. */
  hasOwnText: boolean;
  /** Whether it contains an image with an alternative text. */
  hasDescribedImage: boolean;
  /** For links: the beginning of the text that is shown. */
  text: string;
}

/** An email as written. The content of comments for Outlook is not included. */
export interface EmailDocument {
  /** In the order of their start tags. */
  elements: EmailElement[];
  hasText: boolean;
}

/** @throws TooComplex */
export function readEmail(html: string): EmailDocument {
  return new Reader(html).read();
}

interface Step {
  node: Tree['node'];
  parent: EmailElement | null;
}

class Reader {
  private readonly placeholders: string[] = [];
  private readonly marked: string;
  /** By the offset of the start tag: incorrectly nested elements occur several times in the tree. */
  private readonly elements = new Map<number, EmailElement>();
  private hasText = false;

  constructor(html: string) {
    this.marked = splitPlaceholders(html)
      .map((part) => (typeof part === 'string' ? part.replace(marks, ' ') : this.tokenOf(part.source)))
      .join('');
  }

  read(): EmailDocument {
    const document = boundedParser()(this.marked, { sourceCodeLocationInfo: true });
    const steps: Step[] = [{ node: document, parent: null }];
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { node } = step;
      if (node.nodeName === '#text' && 'value' in node) this.readText(node.value, step.parent);
      if (!('childNodes' in node)) continue;
      const parent = 'tagName' in node ? this.elementOf(node, step.parent) : step.parent;
      for (const child of node.childNodes.toReversed()) steps.push({ node: child, parent });
    }
    return { elements: [...this.elements.values()], hasText: this.hasText };
  }

  /** Keeps the number of lines. */
  private tokenOf(source: string): string {
    return `${OPEN}${this.placeholders.push(source) - 1}${CLOSE}${source.replace(/[^\n]/g, '')}`;
  }

  private written(text: string): string {
    return text.includes(OPEN)
      ? text.replace(token, (_, index: string) => this.placeholders[Number(index)] ?? '')
      : text;
  }

  private elementOf(node: Tree['element'], parent: EmailElement | null): EmailElement | null {
    const tag = node.sourceCodeLocation?.startTag ?? node.sourceCodeLocation;
    // The parser adds elements that aren't written, such as the body.
    if (!tag) return parent;
    const known = this.elements.get(tag.startOffset);
    if (known) return known;
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, this.written(value)]));
    const style = declarationsOf(attributes.get('style') ?? '');
    const element: EmailElement = {
      name: node.tagName,
      parent,
      attributes,
      style,
      look: lookIn({ name: node.tagName, attributes, style }, parent?.look ?? initialLook),
      isHidden: parent?.isHidden === true || attributes.has('hidden') || isHiding(style),
      place: { line: tag.startLine, element: this.sourceOf(tag) },
      ...{ hasText: false, hasOwnText: false, hasDescribedImage: false, text: '' },
    };
    this.elements.set(tag.startOffset, element);
    if (element.name === 'img' && attributes.get('alt')?.trim()) markAround(element, 'hasDescribedImage');
    return element;
  }

  private sourceOf({ startOffset, endOffset }: { startOffset: number; endOffset: number }): string {
    const end = Math.min(endOffset, startOffset + LONGEST.element);
    const source = this.written(this.marked.slice(startOffset, end)).replace(/\s+/g, ' ');
    const isCut = end < endOffset || source.length > LONGEST.element;
    // Neither half a character nor half a placeholder.
    return isCut
      ? `${source.slice(0, LONGEST.element - 1).replace(/[\ud800-\udbff]$|\ufdd0.*$/s, '')}…`
      : source;
  }

  private readText(value: string, parent: EmailElement | null): void {
    if (parent?.isHidden || withoutText.has(parent?.name ?? '') || !shown.test(value)) return;
    this.hasText = true;
    if (!parent) return;
    parent.hasOwnText = true;
    markAround(parent, 'hasText');
    const link = linkAround(parent);
    if (link && link.text.length < LONGEST.text) link.text += this.written(value.slice(0, LONGEST.text));
  }
}

/** The nearest link around a text: links don't nest deeply. */
function linkAround(element: EmailElement): EmailElement | null {
  for (let at: EmailElement | null = element; at; at = at.parent) if (at.name === 'a') return at;
  return null;
}

/** Stops at elements that are marked, so that time is linear. */
function markAround(element: EmailElement, mark: 'hasText' | 'hasDescribedImage'): void {
  for (let at: EmailElement | null = element; at && !at[mark]; at = at.parent) at[mark] = true;
}
