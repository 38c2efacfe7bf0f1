import { type Brand, noBrand } from '@carillon/contracts';

const whole: Brand = {
  ...noBrand,
  logo: { src: 'https://news.carillon.test/logo.png', alt: 'The Choir' },
  address: 'The Choir\n12 Garden Lane & Yard\nBristol',
  website: 'https://www.carillon.test/',
  links: [{ network: 'mastodon', href: 'https://social.carillon.test/@choir' }],
};

/** Brands in whose colors texts are easily hard to read. */
export const awkwardBrands: Record<string, Brand> = {
  'light yellow': { ...whole, color: '#fff59d', textColor: '#fffde7', linkColor: '#fff176' },
  'near-black': { ...whole, color: '#0a0a0a', font: 'mono' },
  'mid gray': { ...whole, color: '#777777', linkColor: '#808080', font: 'serif' },
  'without a color': { ...whole, linkColor: '#f59e0b' },
};
