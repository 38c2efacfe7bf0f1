import type { Block, Layout } from './blocks';
import { copyOf, inLayout, looksLike, partsOf } from './layout';

const text = (html: string): Block => ({ type: 'text', html });
const slot: Block = { type: 'slot' };
const layout: Layout = { id: 'l1', version: 2, name: 'Frame', blocks: [text('a'), slot, text('b')] };

describe('the layout of a design', () => {
  it('is a copy of a template without what is unset', () => {
    const template = { _id: 'l1', version: 2, name: 'Frame', emailDesign: { blocks: layout.blocks } };
    expect(copyOf(template as never)).toEqual(layout);
    expect(copyOf({ ...template, emailDesign: null } as never)).toBeNull();
  });

  it('is exchanged without a change of the blocks, and removed', () => {
    const design = { style: { font: 'serif' as const }, blocks: [text('c')] };
    const framed = inLayout(design, layout);
    expect(framed).toEqual({ ...design, layout });
    expect(inLayout(framed, { ...layout, version: 3 })).toEqual({
      ...design,
      layout: { ...layout, version: 3 },
    });
    expect(inLayout(framed, null)).toEqual(design);
  });

  it('has changed if it looks different, not if it has another name', () => {
    const later = { ...layout, version: 3 };
    expect(looksLike({ ...later, name: 'Other', style: {} }, layout)).toBe(true);
    expect(looksLike({ ...later, blocks: [slot, text('b')] }, layout)).toBe(false);
    expect(looksLike({ ...later, style: { text: '#111111' } }, layout)).toBe(false);
  });

  it('has parts above and below the slot', () => {
    expect(partsOf(layout)).toEqual({ above: [text('a')], below: [text('b')] });
    expect(partsOf({ ...layout, blocks: [slot] })).toEqual({ above: [], below: [] });
  });
});
