import type { Schemas } from '@carillon/sdk';
import type { Block, Design, Layout } from './blocks';

/** A new layout has only the slot. */
export const newLayout = (): Design => ({ blocks: [{ type: 'slot' }] });

/** The copy of a layout that an email gets. */
export function copyOf({ _id, version, name, emailDesign }: Schemas['TemplateDetail']): Layout | null {
  if (!emailDesign) return null;
  const { style, blocks } = emailDesign;
  return { id: _id, version, name, ...(style && { style }), blocks };
}

/** The design in another layout. Null: in none. */
export function inLayout({ layout: _, ...design }: Design, layout: Layout | null): Design {
  return layout ? { ...design, layout } : design;
}

/** Whether two versions of a layout look the same. They can have different names. */
export function looksLike(one: Layout, other: Layout): boolean {
  return JSON.stringify([one.style ?? {}, one.blocks]) === JSON.stringify([other.style ?? {}, other.blocks]);
}

/** The blocks of the layout above and below those of the email. */
export function partsOf({ blocks }: Layout): { above: Block[]; below: Block[] } {
  const at = blocks.findIndex(({ type }) => type === 'slot');
  return { above: blocks.slice(0, at), below: blocks.slice(at + 1) };
}
