import type { Schemas } from '@carillon/sdk';
import { badgesOf, linkMapOf } from './link-map';

const link = (url: string, total: number, counted = true): Schemas['Link'] => ({
  ...{ url, counted },
  clicks: { unique: total, total, machine: 7 },
});
const shop = 'https://shop.example/';

describe('the link map', () => {
  it('finds links by their address, with their share of the clicks by people', () => {
    const links = [link(shop, 3), link(`${shop}sale`, 1), link(`${shop}none`, 0)];
    const mapped = linkMapOf(links, [`${shop}none`, ` ${shop}\n`, `${shop}sale`]);
    expect(mapped.map(({ share, strength, places }) => [share, strength, places])).toEqual([
      [0.75, 'most', [1]],
      [0.25, 'many', [2]],
      [0, 'none', [0]],
    ]);
  });

  it('has stronger colors for larger shares', () => {
    const totals = [60, 25, 10, 5, 0];
    const links = totals.map((total, index) => link(`${shop}${index}`, total));
    const strengths = linkMapOf(links, []).map(({ strength }) => strength);
    expect(strengths).toEqual(['most', 'many', 'some', 'some', 'none']);
    expect(linkMapOf([link(shop, 1), link(`${shop}1`, 99)], [])[0]?.strength).toBe('low');
  });

  it('has no share of clicks without clicks', () => {
    expect(linkMapOf([link(shop, 0)], [shop])).toMatchObject([{ share: 0, strength: 'none' }]);
  });

  it('gives each link with the same address the same badge', () => {
    const addresses = [shop, 'mailto:shop@example.com', shop];
    const mapped = linkMapOf([link(shop, 2)], addresses);
    expect(mapped[0]?.places).toEqual([0, 2]);
    const badge = { text: '2 (2)', strength: 'most' };
    const textOf = ({ clicks, places }: (typeof mapped)[number]) => `${clicks.total} (${places.length})`;
    expect(badgesOf(mapped, addresses, textOf)).toEqual([badge, null, badge]);
  });

  it('marks web links without a count, such as links with placeholders', () => {
    const addresses = [`${shop}7`, '#top'];
    const mapped = linkMapOf([link(`${shop}{{id}}`, 0, false)], addresses);
    expect(mapped).toMatchObject([{ share: null, strength: 'uncounted', places: [] }]);
    expect(badgesOf(mapped, addresses, () => '')).toEqual([{ text: '–', strength: 'uncounted' }, null]);
  });
});
