import type { Schemas } from '@carillon/sdk';
import type { Design, Leaf } from './blocks';
import { find, idOf, insert, placesOf, remove, replace } from './edit';
import { defaultStyle, readableOn, textColorOn } from './look';

export type Brand = Schemas['Brand'];

/** The width of logos in emails (CSS pixels). */
const LOGO_WIDTH = 150;

/** The blocks that show a brand, in the order of an email. */
const brandTypes = ['image', 'text', 'social'] as const;
type BrandType = (typeof brandTypes)[number];

/**
 * The design with the colors, the font, the logo, the address, and the links of the brand. Blocks of an earlier brand are
 * replaced where they are. All other blocks stay as they are.
 */
export function applyBrand(design: Design, brand: Brand): Design {
  const blocks = blocksOf(brand);
  return brandTypes.reduce((changed, type) => withBlock(changed, type, blocks[type]), styled(design, brand));
}

/** Whether the account has set any part of its brand. */
export function hasBrand(brand: Brand): boolean {
  return Object.values(brand).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null));
}

/** Texts keep enough contrast with what is behind them, whatever the colors of the brand are. */
function styled({ style, ...design }: Design, { color, textColor, linkColor, font }: Brand): Design {
  const given = {
    ...style,
    ...(textColor !== null && { text: textColor }),
    ...(linkColor !== null && { link: linkColor }),
    ...(color !== null && { button: color, buttonText: textColorOn(color) }),
    ...(font !== null && { font }),
  };
  const { surface, text, link } = { ...defaultStyle, ...given };
  const readable = { text: readableOn(surface, text), link: readableOn(surface, link) };
  const after = {
    ...given,
    ...(readable.text !== text && { text: readable.text }),
    ...(readable.link !== link && { link: readable.link }),
  };
  return Object.keys(after).length === 0 ? design : { ...design, style: after };
}

function blocksOf({ logo, website, address, links }: Brand): Partial<Record<BrandType, Leaf>> {
  const all = website === null ? links : [{ network: 'website' as const, href: website }, ...links];
  return {
    ...(logo && {
      image: {
        ...{ type: 'image', ...logo, width: LOGO_WIDTH, align: 'center', brand: true },
        ...(website !== null && { href: website }),
      },
    }),
    ...(address !== null && {
      text: { type: 'text', html: paragraphOf(address), align: 'center', brand: true },
    }),
    ...(all.length > 0 && { social: { type: 'social', links: all, align: 'center', brand: true } }),
  };
}

function withBlock(design: Design, type: BrandType, wanted: Leaf | undefined): Design {
  const ids = placesOf(design).flatMap(({ block }) =>
    block.type === type && 'brand' in block ? [idOf(block)] : [],
  );
  if (!wanted)
    return ids.reduce((changed, id) => {
      const found = find(changed, id);
      return found ? remove(changed, found.place) : changed;
    }, design);
  if (ids.length === 0) return insert(design, { at: type === 'image' ? 0 : design.blocks.length }, wanted);
  return ids.reduce((changed, id) => replace(changed, id, () => ({ ...wanted })), design);
}

function paragraphOf(text: string): string {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  return `<p>${lines.join('<br>')}</p>`;
}
