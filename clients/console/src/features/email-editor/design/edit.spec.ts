import type { Block, Columns, Design, Leaf } from './blocks';
import { newBlock, withWidths } from './blocks';
import { duplicate, find, idOf, insert, move, placeBelow, remove, replace, step } from './edit';

const text = (html: string): Leaf => ({ type: 'text', html });
const columns = (...lists: Leaf[][]): Columns => ({ type: 'columns', widths: '1-1', columns: lists });

/** The texts of a design, such as `a [b|c] d`. */
const read = ({ blocks }: Design): string => blocks.map(readBlock).join(' ');
const readBlock = (block: Block): string =>
  block.type === 'columns'
    ? `[${block.columns.map((leaves) => leaves.map(readBlock).join(' ')).join('|')}]`
    : block.type === 'text'
      ? block.html
      : block.type;

describe('the editing of a design', () => {
  let design: Design;
  const id = (html: string): string => {
    const all = design.blocks.flatMap((block): Block[] =>
      block.type === 'columns' ? [block, ...block.columns.flat()] : [block],
    );
    const found = all.find((block) => readBlock(block) === html);
    if (!found) throw new Error(`There is no block ${html}`);
    return idOf(found);
  };

  beforeEach(() => {
    design = { blocks: [text('a'), columns([text('b')], [text('c')]), text('d')] };
  });

  it('inserts blocks at the top level and in columns', () => {
    expect(read(insert(design, { at: 0 }, newBlock('divider')))).toBe('divider a [b|c] d');
    expect(read(insert(design, { at: 3 }, text('e')))).toBe('a [b|c] d e');
    expect(read(insert(design, { at: 1, inside: { column: 1, at: 1 } }, text('e')))).toBe('a [b|c e] d');
  });

  it('removes blocks', () => {
    expect(read(remove(design, { at: 1 }))).toBe('a d');
    expect(read(remove(design, { at: 1, inside: { column: 0, at: 0 } }))).toBe('a [|c] d');
  });

  it('leaves the design before an edit as it was', () => {
    const before = JSON.stringify(design);
    remove(design, { at: 1, inside: { column: 0, at: 0 } });
    move(design, id('a'), { at: 1, inside: { column: 0, at: 0 } });
    replace(design, id('c'), () => text('x'));
    expect(JSON.stringify(design)).toBe(before);
  });

  it.each([
    ['a', { at: 3 }, '[b|c] d a'],
    ['d', { at: 0 }, 'd a [b|c]'],
    ['a', { at: 0 }, 'a [b|c] d'],
    ['a', { at: 1 }, 'a [b|c] d'],
    ['a', { at: 1, inside: { column: 1, at: 0 } }, '[b|a c] d'],
    ['d', { at: 1, inside: { column: 0, at: 1 } }, 'a [b d|c]'],
    ['b', { at: 1, inside: { column: 1, at: 1 } }, 'a [|c b] d'],
    ['b', { at: 0 }, 'b a [|c] d'],
    ['b', { at: 1, inside: { column: 0, at: 1 } }, 'a [b|c] d'],
    ['[b|c]', { at: 0 }, '[b|c] a d'],
    ['[b|c]', { at: 1, inside: { column: 0, at: 0 } }, 'a [b|c] d'],
  ])('moves %s to %j', (html, to, expected) => {
    expect(read(move(design, id(html), to))).toBe(expected);
  });

  it('moves a block down step by step, through columns', () => {
    const moved = id('a');
    const seen = [1, 2, 3, 4, 5, 6, 7].map(() => read((design = step(design, moved, 1))));
    expect(seen).toEqual([
      '[a b|c] d',
      '[b a|c] d',
      '[b|a c] d',
      '[b|c a] d',
      '[b|c] a d',
      '[b|c] d a',
      '[b|c] d a',
    ]);
    expect(find(design, moved)?.place).toEqual({ at: 2 });
  });

  it('moves a block up through the same places', () => {
    const moved = id('d');
    const seen = [1, 2, 3, 4, 5, 6].map(() => read((design = step(design, moved, -1))));
    expect(seen).toEqual(['a [b|c d]', 'a [b|d c]', 'a [b d|c]', 'a [d b|c]', 'a d [b|c]', 'd a [b|c]']);
    expect(read(step(design, moved, -1))).toBe('d a [b|c]');
  });

  it('moves columns past other columns', () => {
    design = { blocks: [columns([text('a')], []), columns([], [text('b')])] };
    expect(read(step(design, id('[a|]'), 1))).toBe('[|b] [a|]');
  });

  it('keeps the one slot of a layout out of columns', () => {
    design = { blocks: [{ type: 'slot' }, columns([text('a')], []), text('b')] };
    const slot = id('slot');
    expect(read(step(design, slot, 1))).toBe('[a|] slot b');
    expect(read(move(design, slot, { at: 1, inside: { column: 0, at: 0 } }))).toBe(read(design));
    expect(duplicate(design, slot)).toBeNull();
  });

  it('duplicates blocks with everything in them, under new IDs', () => {
    const copied = duplicate(design, id('[b|c]'));
    expect(copied && read(copied.design)).toBe('a [b|c] [b|c] d');
    expect(copied?.copy).toEqual(design.blocks[1]);
    expect(copied && idOf(copied.copy)).not.toBe(id('[b|c]'));
    expect(read(duplicate(design, id('b'))?.design ?? design)).toBe('a [b b|c] d');
  });

  it('keeps the ID of a block that changes, and of the columns around it', () => {
    const [leaf, around] = [id('c'), id('[b|c]')];
    design = replace(design, leaf, () => text('x'));
    expect(read(design)).toBe('a [b|x] d');
    expect([id('x'), id('[b|x]')]).toEqual([leaf, around]);
  });

  it('adds columns below the columns of a block, and other blocks in its column', () => {
    const place = { at: 1, inside: { column: 0, at: 0 } };
    expect(placeBelow(place, true)).toEqual({ at: 2 });
    expect(placeBelow(place, false)).toEqual({ at: 1, inside: { column: 0, at: 1 } });
  });

  it('keeps the blocks of a column that is removed', () => {
    const wide: Columns = {
      type: 'columns',
      widths: '1-1-1',
      columns: [[text('a')], [text('b')], [text('c')]],
    };
    const narrow = withWidths(wide, '1-2');
    expect(readBlock(narrow)).toBe('[a|b c]');
    expect(readBlock(withWidths(narrow, '1-1-1'))).toBe('[a|b c|]');
  });
});
