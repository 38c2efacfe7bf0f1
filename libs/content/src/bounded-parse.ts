import {
  type DefaultTreeAdapterMap,
  Parser,
  type ParserOptions,
  Tokenizer,
  type TreeAdapter,
  defaultTreeAdapter,
} from 'parse5';
import { TooComplex } from './too-complex';

type Tree = DefaultTreeAdapterMap;

/** Parses a document according to HTML §13.2. @throws TooComplex */
export type Parse = (
  html: string,
  options?: Pick<ParserOptions<Tree>, 'sourceCodeLocationInfo'>,
) => Tree['document'];

/** All bounds are far beyond real emails, in which nested tables reach a depth of 40. */
const MAX_DEPTH = 256;
/** The attributes of one element, because the parser compares each with all others. */
const MAX_ATTRIBUTES = 256;
/** The limit for one document. One character of incorrectly nested markup can create thousands of elements. */
const MAX_ELEMENTS = 30_000;
/** The limit for all documents together, because candidates for one document are parsed repeatedly. */
const MAX_ELEMENTS_TOGETHER = 6 * MAX_ELEMENTS;
/** The limit for all documents together of children that the parser checks to find the position of another child. */
const MAX_LOOKED_AT = 100_000_000;

const tooManyElements = (): TooComplex =>
  new TooComplex(`The HTML has more than ${MAX_ELEMENTS.toLocaleString('en')} elements after parsing`);
const tooDeep = (): TooComplex =>
  new TooComplex(`The HTML nests elements more than ${MAX_DEPTH} levels deep`);
const tooManyAttributes = (): TooComplex =>
  new TooComplex(`An HTML element has more than ${MAX_ATTRIBUTES} attributes`);

/**
 * Returns a parser whose calls share one budget. Without it, a deliberately costly document could take minutes, and
 * gigabytes.
 */
export function boundedParser(): Parse {
  const adapter = new BoundedAdapter();
  return (html, options) => new BoundedParser(adapter, options).parse(html);
}

/** Counts the nodes that the parser creates and checks. */
class BoundedAdapter {
  private elementsTogether = 0;
  private lookedAt = 0;

  /** Returns the adapter for one document. */
  readonly of = (depth: () => number): TreeAdapter<Tree> => {
    let elements = 0;
    return {
      ...defaultTreeAdapter,
      createElement: (...args) => {
        elements += 1;
        this.elementsTogether += 1;
        if (elements > MAX_ELEMENTS || this.elementsTogether > MAX_ELEMENTS_TOGETHER) throw tooManyElements();
        if (depth() > MAX_DEPTH) throw tooDeep();
        return defaultTreeAdapter.createElement(...args);
      },
      insertBefore: (parent, ...args) => {
        this.lookThrough(parent);
        defaultTreeAdapter.insertBefore(parent, ...args);
      },
      insertTextBefore: (parent, ...args) => {
        this.lookThrough(parent);
        defaultTreeAdapter.insertTextBefore(parent, ...args);
      },
      adoptAttributes: (element, attributes) => {
        if (element.attrs.length >= MAX_ATTRIBUTES) throw tooManyAttributes();
        defaultTreeAdapter.adoptAttributes(element, attributes);
      },
      detachNode: (node) => {
        if (node.parentNode) this.lookThrough(node.parentNode);
        defaultTreeAdapter.detachNode(node);
      },
    };
  };

  private lookThrough({ childNodes }: Tree['parentNode']): void {
    this.lookedAt += childNodes.length;
    if (this.lookedAt > MAX_LOOKED_AT)
      throw new TooComplex('Too much of the HTML is nested incorrectly, such as content between table rows');
  }
}

class BoundedParser extends Parser<Tree> {
  constructor(adapter: BoundedAdapter, options: ParserOptions<Tree> = {}) {
    const treeAdapter = adapter.of(() => this.openElements.stackTop);
    super({ ...options, scriptingEnabled: false, treeAdapter });
    this.tokenizer = new BoundedTokenizer(this.options, this);
  }

  parse(html: string): Tree['document'] {
    this.tokenizer.write(html, true);
    return this.document;
  }
}

class BoundedTokenizer extends Tokenizer {
  protected override _createAttr(first: string): void {
    const tag = this.currentToken;
    if (tag && 'attrs' in tag && tag.attrs.length >= MAX_ATTRIBUTES) throw tooManyAttributes();
    super._createAttr(first);
  }
}
