import { FOOTER_CLASS, escapeHtml, textColorOn } from '@carillon/content';
import { defaultDesignStyle, fontFamilies, wholeDesign } from '@carillon/contracts';
import type {
  ColumnWidths,
  DesignBlock,
  DesignColumns,
  DesignLeaf,
  DesignStyle,
  EmailDesign,
  SocialNetwork,
} from '@carillon/contracts';
import { richText } from './rich-text';

/** The width of an email (CSS pixels). Wider emails scroll in the panes of some email programs. */
const WIDTH = 600;
const PADDING = 24;

/** What email programs with a dark mode show instead of the default colors. Colors that a design sets stay as they are. */
const darkColors = { background: '#111827', surface: '#1f2937', text: '#f3f4f6', link: '#93c5fd' } as const;

const headingSizes = { 1: 28, 2: 22, 3: 18 } as const;

const networkNames: Record<SocialNetwork, string> = {
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
};

const widthsOf: Record<ColumnWidths, string[]> = {
  '1-1': ['50%', '50%'],
  '1-2': ['33.33%', '66.67%'],
  '2-1': ['66.67%', '33.33%'],
  '1-1-1': ['33.33%', '33.33%', '33.33%'],
};

/** The MJML of a design in its layout. It has no links or pictures other than those. */
export function designToMjml(design: EmailDesign): string {
  const { style = {}, blocks } = wholeDesign(design);
  const look = { ...defaultDesignStyle, ...style };
  const sections = blocks.map((block) => sectionOf(block, look)).join('');
  return [
    '<mjml>',
    '<mj-head>',
    '<mj-attributes>',
    `<mj-all font-family="${fontFamilies[look.font]}" color="${look.text}" />`,
    `<mj-text font-size="16px" line-height="1.5" padding="8px ${PADDING}px" />`,
    `<mj-image padding="8px ${PADDING}px" />`,
    `<mj-button background-color="${look.button}" color="${look.buttonText}" font-size="16px" font-weight="600"`,
    ` border-radius="6px" inner-padding="12px 24px" padding="12px ${PADDING}px" />`,
    `<mj-divider border-width="1px" border-color="#d1d5db" padding="16px ${PADDING}px" />`,
    '</mj-attributes>',
    '<mj-raw><meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark"></mj-raw>',
    `<mj-style>${styleSheet(look, style)}</mj-style>`,
    '</mj-head>',
    `<mj-body width="${WIDTH}px" background-color="${look.background}" css-class="background">`,
    sections,
    '</mj-body>',
    '</mjml>',
  ].join('');
}

/** The styles that can't be attributes: of formatted text, and of dark mode. `auto`: without a background of its own. */
function styleSheet(look: Required<DesignStyle>, { background, surface, text, link }: DesignStyle): string {
  // With only some dark colors, a text could be as dark as what is behind it.
  const isDefault = [background, surface, text, link].every((color) => color === undefined);
  const footer = `.${FOOTER_CLASS}, .${FOOTER_CLASS} a`;
  const dark = [
    `.background, .background > div { background-color: ${darkColors.background} !important; }`,
    `.surface, .surface > table { background: ${darkColors.surface} !important; }`,
    `.surface .auto div { color: ${darkColors.text} !important; }`,
    `.surface .auto a { color: ${darkColors.link} !important; }`,
    `${footer} { color: ${darkColors.text} !important; }`,
  ].join(' ');
  return [
    '.text p { margin: 0 0 12px; }',
    '.text p:last-child { margin: 0; }',
    '.text ul, .text ol { margin: 0 0 12px; padding-left: 24px; }',
    '.text a { color: inherit; }',
    `.auto a { color: ${look.link}; }`,
    // On the background of the email, below its blocks.
    `${footer} { background: none !important; color: ${textColorOn(look.background)} !important; }`,
    ...(isDefault ? [`@media (prefers-color-scheme: dark) { ${dark} }`] : []),
  ].join(' ');
}

/** A top-level block: a section as wide as the email. */
function sectionOf(block: DesignBlock, look: Required<DesignStyle>): string {
  // A layout by itself.
  if (block.type === 'slot') return '';
  const { background } = block;
  // A block with its own color keeps it in dark mode. A logo is drawn for the light colors.
  const isLogo = block.type === 'image' && block.brand === true;
  const css = background === undefined && !isLogo ? ' css-class="surface"' : '';
  const columns =
    block.type === 'columns'
      ? columnsOf(block)
      : `<mj-column>${leafOf({ ...block, background: undefined }, background)}</mj-column>`;
  return `<mj-section background-color="${background ?? look.surface}" padding="0"${css}>${columns}</mj-section>`;
}

function columnsOf({ widths, columns, background }: DesignColumns): string {
  return widthsOf[widths]
    .map((width, index) => {
      const blocks = (columns[index] ?? []).map((block) => leafOf(block, background)).join('');
      return `<mj-column width="${width}" vertical-align="top">${blocks}</mj-column>`;
    })
    .join('');
}

/** Without a background, the leaf has that of its section. */
type PlacedLeaf = DesignLeaf extends infer Leaf
  ? Leaf extends DesignLeaf
    ? Omit<Leaf, 'background'> & { background?: string | undefined }
    : never
  : never;

/** @param behind the background of the section. Undefined: the surface */
function leafOf(block: PlacedLeaf, behind: string | undefined): string {
  const align = 'align' in block ? block.align : undefined;
  const background = block.background ?? behind;
  const shared = attributes({ align, 'container-background-color': block.background });
  const text =
    background === undefined
      ? ` css-class="text auto"${shared}`
      : ` css-class="text" color="${textColorOn(background)}"${shared}`;
  switch (block.type) {
    case 'heading': {
      const { level = 1, html } = block;
      const style = `margin:0;font-size:${headingSizes[level]}px;line-height:1.25;font-weight:700;`;
      return `<mj-text${text}><h${level} style="${style}">${inline(html)}</h${level}></mj-text>`;
    }
    case 'text':
      return `<mj-text${text}>${richText(block.html)}</mj-text>`;
    case 'image': {
      const { src, alt, href } = block;
      // A picture without a width is as wide as the screen on phones, also in columns.
      const size = block.width === undefined ? { 'fluid-on-mobile': 'true' } : { width: `${block.width}px` };
      return `<mj-image${attributes({ src, alt, href, ...size })}${shared} />`;
    }
    case 'button':
      return `<mj-button${attributes({ href: block.href })}${shared}>${escapeHtml(block.label)}</mj-button>`;
    case 'divider':
      return `<mj-divider${shared} />`;
    case 'spacer':
      return `<mj-spacer height="${block.height}px"${shared} />`;
    case 'social': {
      const links = block.links.map(
        ({ network, href }) => `<a${attributes({ href })}>${networkNames[network]}</a>`,
      );
      return `<mj-text${text} font-size="14px">${links.join(' &nbsp;·&nbsp; ')}</mj-text>`;
    }
  }
}

/** Headings are one paragraph. */
const inline = (html: string): string =>
  richText(html)
    .replaceAll(/<\/p>\s*<p>/g, '<br />')
    .replaceAll(/<\/?(?:p|ul|ol|li)>/g, '');

function attributes(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`))
    .join('');
}
