import { type Brand, applyBrand, hasBrand } from './brand';
import type { Design } from './blocks';

const none: Brand = {
  ...{ logo: null, color: null, textColor: null, linkColor: null },
  ...{ font: null, address: null, website: null, links: [] },
};
const brand: Brand = {
  ...none,
  logo: { src: 'https://example.com/logo.png', alt: 'Choir' },
  color: '#0b4aa8',
  address: 'Choir & Co\n<Bristol>',
  website: 'https://example.com/',
};
const written: Design = { blocks: [{ type: 'text', html: '<p>Hello</p>', background: '#123456' }] };

describe('a design with a brand', () => {
  it('has the logo first, and the address and the links last', () => {
    expect(applyBrand(written, brand)).toEqual({
      style: { button: '#0b4aa8', buttonText: '#ffffff' },
      blocks: [
        {
          ...{ type: 'image', src: 'https://example.com/logo.png', alt: 'Choir', width: 150 },
          ...{ align: 'center', href: 'https://example.com/', brand: true },
        },
        ...written.blocks,
        {
          ...{ type: 'text', html: '<p>Choir &amp; Co<br>&lt;Bristol&gt;</p>' },
          ...{ align: 'center', brand: true },
        },
        {
          ...{ type: 'social', links: [{ network: 'website', href: 'https://example.com/' }] },
          ...{ align: 'center', brand: true },
        },
      ],
    });
  });

  it('has the parts of a later brand in the places of the former one', () => {
    const branded = applyBrand(written, brand);
    const [logo, ...rest] = branded.blocks;
    const moved = { ...branded, blocks: [...rest, ...(logo ? [logo] : [])] };
    const later = { ...brand, logo: { src: 'https://example.com/new.png', alt: 'New' }, address: null };
    expect(applyBrand(moved, later).blocks).toMatchObject([
      { type: 'text', html: '<p>Hello</p>' },
      { type: 'social', brand: true },
      { type: 'image', alt: 'New', brand: true },
    ]);
    expect(applyBrand(branded, brand)).toEqual(branded);
    expect(applyBrand(branded, none).blocks).toEqual(written.blocks);
  });

  it('stays as it is without one', () => {
    expect(applyBrand(written, none)).toEqual(written);
    expect([hasBrand(none), hasBrand({ ...none, font: 'mono' }), hasBrand(brand)]).toEqual([
      ...[false, true, true],
    ]);
  });

  it('has black or white text where the colors of the brand would be hard to read', () => {
    const pale = { ...none, color: '#fff59d', textColor: '#ffff00', linkColor: '#8a4b08' };
    expect(applyBrand(written, pale).style).toEqual({
      ...{ button: '#fff59d', buttonText: '#000000', text: '#000000', link: '#8a4b08' },
    });
    const dark = { ...written, style: { surface: '#101010', text: '#ffffff', link: '#ffffff' } };
    expect(applyBrand(dark, { ...none, linkColor: '#111111' }).style).toMatchObject({ link: '#ffffff' });
  });
});
