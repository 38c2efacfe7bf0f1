import { type Block, type Columns, type Design, type Leaf } from './blocks';

/** A place for a block: at the top level, or in a column of the block at `at`. */
export interface Place {
  at: number;
  inside?: { column: number; at: number };
}

/** Identifies a block while it is edited and moved. The API stores no IDs. */
export type BlockId = string;

const ids = new WeakMap<Block, BlockId>();
let count = 0;

export function idOf(block: Block): BlockId {
  const known = ids.get(block);
  if (known !== undefined) return known;
  count += 1;
  const id = `block-${count}`;
  ids.set(block, id);
  return id;
}

/** A changed block stays the same block. */
function sameAs<B extends Block>(before: Block, after: B): B {
  if (after !== before) ids.set(after, idOf(before));
  return after;
}

/** Each block and its place, from top to bottom. */
export function placesOf({ blocks }: Design): { block: Block; place: Place }[] {
  return blocks.flatMap((block, at) => [
    { block, place: { at } },
    ...columnsOf(block).flatMap((leaves, column) =>
      leaves.map((leaf, index) => ({ block: leaf, place: { at, inside: { column, at: index } } })),
    ),
  ]);
}

export function find(design: Design, id: BlockId): { block: Block; place: Place } | null {
  return placesOf(design).find(({ block }) => idOf(block) === id) ?? null;
}

/** The block with this ID, changed. */
export function replace(design: Design, id: BlockId, change: (block: Block) => Block): Design {
  const blocks = design.blocks.map((block) => {
    if (idOf(block) === id) return sameAs(block, change(block));
    const columns = columnsOf(block);
    const isHere = columns.some((leaves) => leaves.some((leaf) => idOf(leaf) === id));
    if (block.type !== 'columns' || !isHere) return block;
    const changed = columns.map((leaves) =>
      leaves.map((leaf) => (idOf(leaf) === id ? sameAs(leaf, change(leaf) as Leaf) : leaf)),
    );
    return sameAs(block, { ...block, columns: changed });
  });
  return { ...design, blocks };
}

export function insert(design: Design, { at, inside }: Place, block: Block): Design {
  if (!inside) return { ...design, blocks: design.blocks.toSpliced(at, 0, block) };
  return inColumn(design, at, inside.column, (leaves) => leaves.toSpliced(inside.at, 0, block as Leaf));
}

export function remove(design: Design, { at, inside }: Place): Design {
  if (!inside) return { ...design, blocks: design.blocks.toSpliced(at, 1) };
  return inColumn(design, at, inside.column, (leaves) => leaves.toSpliced(inside.at, 1));
}

/** Whether the block can be in a column. */
export const fitsColumn = ({ type }: Block): boolean => type !== 'columns' && type !== 'slot';

/** @param to a place in the design before the move. Columns and the slot can't be in columns. */
export function move(design: Design, id: BlockId, to: Place): Design {
  const found = find(design, id);
  if (!found || (to.inside && !fitsColumn(found.block))) return design;
  return insert(remove(design, found.place), withoutGap(to, found.place), found.block);
}

/** Moves a block to the next place above or below it: also into columns, and out of them. */
export function step(design: Design, id: BlockId, by: -1 | 1): Design {
  const found = find(design, id);
  if (!found) return design;
  const rest = remove(design, found.place);
  const open = gapsOf(rest, found.block);
  const to = open[open.findIndex((gap) => isSamePlace(gap, found.place)) + by];
  return to ? insert(rest, to, found.block) : design;
}

/** @returns the design with a copy below the block, and the copy. A layout has one slot */
export function duplicate(design: Design, id: BlockId): { design: Design; copy: Block } | null {
  const found = find(design, id);
  if (!found || found.block.type === 'slot') return null;
  const copy = structuredClone(found.block);
  return { design: insert(design, below(found.place), copy), copy };
}

/** The place directly below a block. */
export function below({ at, inside }: Place): Place {
  return inside ? { at, inside: { ...inside, at: inside.at + 1 } } : { at: at + 1 };
}

/** The place for a new block of this type below a block: columns are placed below the columns that it is in. */
export function placeBelow(place: Place, isColumns: boolean): Place {
  return below(isColumns ? { at: place.at } : place);
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.at === other.at && one.inside?.column === other.inside?.column && one.inside?.at === other.inside?.at
  );
}

/** The places where the block can be, from top to bottom. */
function gapsOf({ blocks }: Design, moved: Block): Place[] {
  const gaps = blocks.flatMap((block, at): Place[] => [
    { at },
    ...(fitsColumn(moved)
      ? columnsOf(block).flatMap((leaves, column) =>
          Array.from({ length: leaves.length + 1 }, (_, index) => ({ at, inside: { column, at: index } })),
        )
      : []),
  ]);
  return [...gaps, { at: blocks.length }];
}

/** The place after the block at `from` is taken out. */
function withoutGap(to: Place, from: Place): Place {
  if (!from.inside) return to.at > from.at ? { ...to, at: to.at - 1 } : to;
  const isSameColumn = to.inside && to.at === from.at && to.inside.column === from.inside.column;
  if (!to.inside || !isSameColumn || to.inside.at <= from.inside.at) return to;
  return { ...to, inside: { ...to.inside, at: to.inside.at - 1 } };
}

function inColumn(design: Design, at: number, column: number, change: (leaves: Leaf[]) => Leaf[]): Design {
  const blocks = design.blocks.map((block, index) => {
    if (index !== at || block.type !== 'columns') return block;
    const columns = block.columns.map((leaves, place) => (place === column ? change(leaves) : leaves));
    return sameAs(block, { ...block, columns });
  });
  return { ...design, blocks };
}

const columnsOf = (block: Block): Columns['columns'] => (block.type === 'columns' ? block.columns : []);
