/** The document of a text editor, as Tiptap describes it. */
export interface RichNode {
  type?: string | undefined;
  text?: string | undefined;
  attrs?: Record<string, unknown> | undefined;
  marks?: RichMark[] | undefined;
  content?: RichNode[] | undefined;
}

interface RichMark {
  type: string;
  attrs?: Record<string, unknown> | undefined;
}

/** From the outermost to the innermost tag. A link is outermost, so that differently formatted parts stay one link. */
const marks = ['link', 'textColor', 'bold', 'italic', 'underline', 'strike'] as const;
type MarkName = (typeof marks)[number];

const tagOf: Record<MarkName, string> = {
  ...{ link: 'a', textColor: 'span', bold: 'b', italic: 'i', underline: 'u', strike: 's' },
};

const blockTags: Partial<Record<string, string>> = {
  ...{ paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li' },
};

/**
 * The HTML of a text, with only the formatting that designs keep. The browser's own HTML has colors as `rgb()`, which the
 * API doesn't keep.
 * @param isInline the text is one paragraph, without its tag
 */
export function htmlOf(doc: RichNode, isInline: boolean): string {
  const blocks = doc.content ?? [];
  if (isInline) return blocks.map((block) => inlineOf(block.content ?? [])).join('<br>');
  const isBlank = blocks.every(({ type, content = [] }) => type === 'paragraph' && content.length === 0);
  return isBlank ? '' : blocks.map(blockOf).join('');
}

function blockOf(node: RichNode): string {
  const { type = '', content = [] } = node;
  const tag = blockTags[type] ?? 'p';
  if (type !== 'paragraph') return `<${tag}>${content.map(blockOf).join('')}</${tag}>`;
  // Email programs give an empty paragraph no height.
  return `<${tag}>${content.length === 0 ? '<br>' : inlineOf(content)}</${tag}>`;
}

/** Adjacent parts share the tags that they have in common. */
function inlineOf(nodes: RichNode[]): string {
  let html = '';
  let open: { tag: string; start: string }[] = [];
  for (const { type, text = '', marks: given = [] } of nodes) {
    const wanted = startsOf(given);
    const common = wanted.findIndex(({ start }, index) => open[index]?.start !== start);
    const shared = common === -1 ? Math.min(wanted.length, open.length) : common;
    html +=
      closing(open.slice(shared)) +
      wanted
        .slice(shared)
        .map(({ start }) => start)
        .join('');
    open = wanted;
    html += type === 'hardBreak' ? '<br>' : escaped(text);
  }
  return html + closing(open);
}

const closing = (open: { tag: string }[]): string =>
  open
    .map(({ tag }) => `</${tag}>`)
    .reverse()
    .join('');

function startsOf(given: RichMark[]): { tag: string; start: string }[] {
  return marks.flatMap((name) => {
    const mark = given.find(({ type }) => type === name);
    const tag = tagOf[name];
    return mark ? [{ tag, start: `<${tag}${attributesOf(name, mark)}>` }] : [];
  });
}

function attributesOf(name: MarkName, { attrs = {} }: RichMark): string {
  if (name === 'link')
    return ` href="${escaped(typeof attrs.href === 'string' ? attrs.href : '').replaceAll('"', '&quot;')}"`;
  return name === 'textColor' ? ` style="color:${String(attrs.color)}"` : '';
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
