import { Mark } from '@tiptap/core';

const COLOR = /(?:^|;)\s*color:\s*(#[0-9a-f]{6})\s*(?:;|$)/i;

/**
 * HTML that can be parsed: this page's policy refuses `style` attributes, and browsers report them, even in documents
 * that are never shown.
 */
export function parsableHtml(html: string): string {
  return html.replaceAll(/(<[a-z][^>]*?)\sstyle=/gi, '$1 data-style=');
}

/** The color of a part of a text, which `parsableHtml` keeps. */
export const TextColor = Mark.create({
  name: 'textColor',
  addAttributes: () => ({ color: { default: null } }),
  parseHTML: () => [
    {
      tag: 'span',
      getAttrs: (element) => {
        const color = COLOR.exec(element.dataset.style ?? element.getAttribute('style') ?? '')?.[1];
        return color === undefined ? false : { color: color.toLowerCase() };
      },
    },
  ],
  renderHTML: ({ mark }) => ['span', { style: `color: ${String(mark.attrs.color)}` }, 0],
});
