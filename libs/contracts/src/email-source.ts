import { type Static, Type } from '@sinclair/typebox';
import { Id } from './field-types';

const Align = Type.Union([Type.Literal('left'), Type.Literal('center'), Type.Literal('right')]);
/** What every block can have. `background`: the color behind the block. */
const behind = { background: Type.Optional(Type.String()) };
const aligned = { align: Type.Optional(Align), ...behind };

/** The social networks and other places that a block of links can name. */
export const socialNetworks = [
  'website',
  'facebook',
  'instagram',
  'linkedin',
  'mastodon',
  'bluesky',
  'x',
  'youtube',
  'tiktok',
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

/** A link to a place of the sender. */
export const SocialLink = Type.Object({
  network: Type.Union(socialNetworks.map((network) => Type.Literal(network))),
  href: Type.String(),
});

/** Whether the block shows the brand of the account, so that a later brand can replace it. */
const branded = { brand: Type.Optional(Type.Literal(true)) };
/** Whether the text is a sample that the author hasn't changed yet. */
const sampled = { sample: Type.Optional(Type.Literal(true)) };

/**
 * A block without other blocks in it. `html` is text with inline formatting, as in `b`, `i`, `a`, and lists; all texts and links
 * can have placeholders. Sizes are in CSS pixels.
 */
const Leaf = Type.Union([
  Type.Object({
    type: Type.Literal('heading'),
    html: Type.String(),
    level: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)])),
    ...sampled,
    ...aligned,
  }),
  Type.Object({ type: Type.Literal('text'), html: Type.String(), ...branded, ...sampled, ...aligned }),
  Type.Object({
    type: Type.Literal('image'),
    src: Type.String(),
    /** The description for people who don't see the picture. Empty: the picture is decoration. */
    alt: Type.String(),
    href: Type.Optional(Type.String()),
    /** Absent: as wide as its column. */
    width: Type.Optional(Type.Integer()),
    ...branded,
    ...aligned,
  }),
  Type.Object({
    type: Type.Literal('button'),
    label: Type.String(),
    href: Type.String(),
    ...aligned,
  }),
  Type.Object({ type: Type.Literal('divider'), ...behind }),
  Type.Object({ type: Type.Literal('spacer'), height: Type.Integer(), ...behind }),
  Type.Object({
    type: Type.Literal('social'),
    links: Type.Array(SocialLink),
    ...branded,
    ...aligned,
  }),
]);
export type DesignLeaf = Static<typeof Leaf>;

/** The widths of columns, as parts of the whole. */
export const columnWidths = ['1-1', '1-2', '2-1', '1-1-1'] as const;
export type ColumnWidths = (typeof columnWidths)[number];

const Columns = Type.Object({
  type: Type.Literal('columns'),
  widths: Type.Union(columnWidths.map((widths) => Type.Literal(widths))),
  /** As many as there are widths. */
  columns: Type.Array(Type.Array(Leaf)),
  ...behind,
});
export type DesignColumns = Static<typeof Columns>;

/** Where a layout shows the blocks of an email. */
const Slot = Type.Object({ type: Type.Literal('slot') });
export type DesignBlock = DesignLeaf | DesignColumns | Static<typeof Slot>;
const Blocks = Type.Array(Type.Union([Leaf, Columns, Slot]));

export const designFonts = ['sans', 'serif', 'mono', 'rounded'] as const;
export type DesignFont = (typeof designFonts)[number];

/** The look of a design. Colors are `#rrggbb`. Absent: the default. */
const DesignStyle = Type.Partial(
  Type.Object({
    /** Behind the email. */
    background: Type.String(),
    /** Behind the blocks. */
    surface: Type.String(),
    text: Type.String(),
    link: Type.String(),
    button: Type.String(),
    buttonText: Type.String(),
    font: Type.Union(designFonts.map((font) => Type.Literal(font))),
  }),
);
export type DesignStyle = Static<typeof DesignStyle>;

export const defaultDesignStyle: Required<DesignStyle> = {
  background: '#f3f4f6',
  surface: '#ffffff',
  text: '#1f2937',
  link: '#1d4ed8',
  button: '#1d4ed8',
  buttonText: '#ffffff',
  font: 'sans',
};

/** Fonts that email programs have. Downloaded fonts would reveal opens, and many programs block them. */
export const fontFamilies: Record<DesignFont, string> = {
  sans: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  mono: "Menlo, Consolas, 'Courier New', monospace",
  rounded: "'Trebuchet MS', 'Lucida Grande', Verdana, sans-serif",
};

/** The most characters of a design as JSON, with the layout that it contains. */
export const DESIGN_CHARACTERS = 400_000;

/** A layout as it was in a version. Its style is that of the whole email, and its blocks have one slot. */
const DesignLayout = Type.Object({
  id: Id,
  version: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  style: Type.Optional(DesignStyle),
  blocks: Blocks,
});
export type DesignLayout = Static<typeof DesignLayout>;

const design = { style: Type.Optional(DesignStyle), blocks: Blocks };

/** An email as blocks, from top to bottom. With a layout, they are in its slot. Only a layout itself has a slot. */
export const EmailDesign = Type.Object({ ...design, layout: Type.Optional(DesignLayout) });
export type EmailDesign = Static<typeof EmailDesign>;

/**
 * What users write: a layout can be named by its ID, and without a version, it is the current one. A complete layout counts
 * only if it is no longer stored in that version.
 */
const WrittenDesign = Type.Object({
  ...design,
  layout: Type.Optional(
    Type.Intersect([Type.Pick(DesignLayout, ['id']), Type.Partial(Type.Omit(DesignLayout, ['id']))]),
  ),
});
export type WrittenDesign = Static<typeof WrittenDesign>;

/** The style and the blocks of the whole email. The slot of a layout by itself stays. */
export function wholeDesign({ style, layout, blocks }: EmailDesign): Pick<EmailDesign, 'style' | 'blocks'> {
  if (!layout) return { ...(style && { style }), blocks };
  return {
    ...(layout.style && { style: layout.style }),
    blocks: layout.blocks.flatMap((block) => (block.type === 'slot' ? blocks : [block])),
  };
}

const Mjml = Type.Object({ kind: Type.Literal('mjml'), mjml: Type.String() });

/**
 * What the HTML of an email is made from: blocks, or MJML. The HTML is made whenever the source changes, so it is never
 * older than the source.
 */
export const EmailSource = Type.Union([
  Type.Object({ kind: Type.Literal('design'), design: EmailDesign }),
  Mjml,
]);
export type EmailSource = Static<typeof EmailSource>;

/** A source as users write it. */
export const WrittenSource = Type.Union([
  Type.Object({ kind: Type.Literal('design'), design: WrittenDesign }),
  Mjml,
]);
export type WrittenSource = Static<typeof WrittenSource>;
