import type { Block, Design, Leaf } from '../design/blocks';
import { type Brand, applyBrand } from '../design/brand';
import { textColorOn, tintOf } from '../design/look';
import type { Starter } from './starter';

/** The starting point with the brand, in whose colors its bands are, too. */
export function brandedStarter(starter: Starter, brand: Brand): Starter {
  const { design, keeps = [] } = starter;
  const { color } = brand;
  const hasLinks = brand.website !== null || brand.links.length > 0;
  const kept = hasLinks ? design.blocks.filter(({ type }) => type !== 'social') : design.blocks;
  const sample = { ...design, blocks: kept };
  if (color === null) return { ...starter, design: applyBrand(sample, brand) };
  const recolored = (background: string): string => {
    if (keeps.includes(background)) return background;
    return textColorOn(background) === '#ffffff' ? color : tintOf(color);
  };
  const { font } = design.style ?? {};
  const plain: Design = {
    ...(font !== undefined && { style: { font } }),
    blocks: kept.map((block) => withBackgrounds(block, recolored)),
  };
  return { ...starter, design: applyBrand(plain, brand) };
}

function withBackgrounds(block: Block, recolored: (background: string) => string): Block {
  if (block.type === 'slot') return block;
  const changed =
    block.type === 'columns'
      ? {
          ...block,
          columns: block.columns.map((leaves) =>
            leaves.map((leaf) => withBackgrounds(leaf, recolored) as Leaf),
          ),
        }
      : block;
  const { background } = block;
  return background === undefined ? changed : { ...changed, background: recolored(background) };
}
