import type { Schemas } from '@carillon/sdk';

export type Design = Schemas['EmailDesign'];
export type Block = Schemas['DesignBlock'];
/** A block that can be in a column. */
export type Leaf = Schemas['DesignLeaf'];
export type Columns = Extract<Block, { type: 'columns' }>;
type BlockType = Block['type'];
/** A block that authors add. A layout has its slot from the beginning. */
export type AddedType = Exclude<BlockType, 'slot'>;
type LeafType = Leaf['type'];
/** The layout of a design, as it was in a version. */
export type Layout = Schemas['EmailLayout'];
export type Style = Required<NonNullable<Design['style']>>;

/** In the order in which they are offered. */
export const blockTypes = [
  'heading',
  'text',
  'image',
  'button',
  'columns',
  'divider',
  'spacer',
  'social',
] as const satisfies readonly AddedType[];

export const leafTypes = blockTypes.filter((type): type is LeafType => type !== 'columns');

/** The longest text of a button that the API accepts (characters). */
export const LONGEST_LABEL = 200;

export const columnWidths = ['1-1', '1-2', '2-1', '1-1-1'] as const satisfies readonly Columns['widths'][];

export const networks = [
  'website',
  'facebook',
  'instagram',
  'linkedin',
  'mastodon',
  'bluesky',
  'x',
  'youtube',
  'tiktok',
] as const satisfies readonly Extract<Leaf, { type: 'social' }>['links'][number]['network'][];

export const emptyDesign: Design = { blocks: [] };

/** A new block, before anything is entered. */
export function newBlock(type: LeafType): Leaf;
export function newBlock(type: AddedType): Block;
export function newBlock(type: AddedType): Block {
  switch (type) {
    case 'heading':
      return { type, html: '', level: 1 };
    case 'text':
      return { type, html: '' };
    case 'image':
      return { type, src: '', alt: '' };
    case 'button':
      return { type, label: '', href: '', align: 'center' };
    case 'divider':
      return { type };
    case 'spacer':
      return { type, height: 24 };
    case 'social':
      return { type, links: [{ network: 'website', href: '' }], align: 'center' };
    case 'columns':
      return { type, widths: '1-1', columns: [[], []] };
  }
}

/** The design without optional values that are undefined, as the API stores it. */
export function changedBlock<B extends Block>(
  block: B,
  change: { [Key in keyof B]?: B[Key] | undefined },
): B {
  const entries = Object.entries({ ...block, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as B;
}

/** The block with other column widths. The blocks of a column that is removed move to the last column. */
export function withWidths(block: Columns, widths: Columns['widths']): Columns {
  const count = widths.split('-').length;
  const kept = block.columns.slice(0, count);
  const last = [...(kept[count - 1] ?? []), ...block.columns.slice(count).flat()];
  const columns = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? last : (kept[index] ?? []),
  );
  return { ...block, widths, columns };
}

/** Whether there is nothing to send. A layout alone is nothing. */
export function isBlankDesign(design: Design | null): boolean {
  return design === null || design.blocks.length === 0;
}

/** Whether there is nothing to store: no blocks, and no layout. */
export function isEmptyDesign(design: Design | null): boolean {
  return isBlankDesign(design) && design?.layout === undefined;
}

export const fonts = ['sans', 'serif', 'mono', 'rounded'] as const satisfies readonly Style['font'][];
