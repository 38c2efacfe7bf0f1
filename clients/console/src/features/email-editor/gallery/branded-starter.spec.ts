import type { Design } from '../design/blocks';
import type { Brand } from '../design/brand';
import { brandedStarter } from './branded-starter';

const none: Brand = {
  ...{ logo: null, color: null, textColor: null, linkColor: null },
  ...{ font: null, address: null, website: null, links: [] },
};

describe('a starting point with a brand', () => {
  const starter = {
    ...{ name: 'Sale', about: 'An offer' },
    keeps: ['#00ff00'],
    design: {
      style: { surface: '#fffaf2', link: '#8a3b12', font: 'serif' },
      blocks: [
        { type: 'spacer', height: 24, background: '#14213d' },
        { type: 'divider', background: '#f3dfc1' },
        { type: 'columns', widths: '1-1', columns: [[{ type: 'divider', background: '#00ff00' }], []] },
        { type: 'social', links: [{ network: 'x', href: 'https://example.com/x' }] },
      ],
    } satisfies Design as Design,
  };

  it('has the color of the brand on its bands, except where a color has a meaning', () => {
    const { design } = brandedStarter(starter, {
      ...none,
      color: '#0b4aa8',
      website: 'https://example.org/',
    });
    expect(design).toEqual({
      style: { button: '#0b4aa8', buttonText: '#ffffff', font: 'serif' },
      blocks: [
        { type: 'spacer', height: 24, background: '#0b4aa8' },
        { type: 'divider', background: '#dae4f2' },
        { type: 'columns', widths: '1-1', columns: [[{ type: 'divider', background: '#00ff00' }], []] },
        expect.objectContaining({ brand: true }),
      ],
    });
  });

  it('keeps its own colors and sample links without those of the brand', () => {
    const { design } = brandedStarter(starter, { ...none, font: 'mono' });
    expect(design).toEqual({ ...starter.design, style: { ...starter.design.style, font: 'mono' } });
  });
});
