import {
  type DefaultTreeAdapterMap,
  Parser,
  type ParserOptions,
  Tokenizer,
  type TreeAdapter,
  defaultTreeAdapter,
} from 'parse5';

type Tree = DefaultTreeAdapterMap;

/** Parses a document by HTML §13.2. @throws TooMuchToParse */
export type Parse = (
  html: string,
  options?: Pick<ParserOptions<Tree>, 'sourceCodeLocationInfo'>,
) => Tree['document'];

/** A document that is made to be expensive: half a million characters can take the parser minutes, and gigabytes. */
export class TooMuchToParse extends Error {}

/** All bounds are far beyond real emails, in which nested tables reach a depth of 40. */
const MAX_DEPTH = 256;
/** Of one element: the parser compares each with each. */
const MAX_ATTRIBUTES = 256;
/** Of all documents together. One character of misnested markup may stand for thousands of elements. */
const MAX_ELEMENTS = 300_000;
/** Of all documents together: children that the parser looks at to find the place of another one. */
const MAX_LOOKED_AT = 100_000_000;

/** Returns a parser whose calls share one budget, as what is tried out in one document is parsed again and again. */
export function boundedParser(): Parse {
  const adapter = new BoundedAdapter();
  return (html, options) => new BoundedParser(adapter, options).parse(html);
}

/** Counts what the parser makes and looks at. */
class BoundedAdapter {
  private elements = 0;
  private lookedAt = 0;

  readonly of = (depth: () => number): TreeAdapter<Tree> => ({
    ...defaultTreeAdapter,
    createElement: (...args) => {
      this.elements += 1;
      if (this.elements > MAX_ELEMENTS || depth() > MAX_DEPTH) throw new TooMuchToParse();
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
      if (element.attrs.length >= MAX_ATTRIBUTES) throw new TooMuchToParse();
      defaultTreeAdapter.adoptAttributes(element, attributes);
    },
    detachNode: (node) => {
      if (node.parentNode) this.lookThrough(node.parentNode);
      defaultTreeAdapter.detachNode(node);
    },
  });

  private lookThrough({ childNodes }: Tree['parentNode']): void {
    this.lookedAt += childNodes.length;
    if (this.lookedAt > MAX_LOOKED_AT) throw new TooMuchToParse();
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
    if (tag && 'attrs' in tag && tag.attrs.length >= MAX_ATTRIBUTES) throw new TooMuchToParse();
    super._createAttr(first);
  }
}
