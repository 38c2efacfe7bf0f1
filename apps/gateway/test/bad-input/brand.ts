import type { Case } from './case';

const change = (what: string, body: unknown, field: string, code: string): Case => [
  ...([what, 'PATCH', '/account/brand'] as const),
  ...([body, field, code] as const),
];
const logo = { src: 'https://news.example.com/logo.png', alt: 'Choir' };
const link = { network: 'mastodon', href: 'https://social.example.com/@choir' };

export const wrongBrands: Case[] = [
  change('a change of no field', {}, '', 'required'),
  change('a logo as a URL', { logo: logo.src }, 'logo', 'wrong_type'),
  change('a logo without a description', { logo: { src: logo.src } }, 'logo.alt', 'required'),
  change('a logo as a script', { logo: { ...logo, src: 'javascript:x' } }, 'logo.src', 'not_allowed'),
  change('a logo with a placeholder', { logo: { ...logo, src: 'https://{{x}}' } }, 'logo.src', 'not_allowed'),
  change('a color by its name', { color: 'red' }, 'color', 'not_allowed'),
  change('a short color', { linkColor: '#fff' }, 'linkColor', 'not_allowed'),
  change('an unknown font', { font: 'Comic Sans' }, 'font', 'not_allowed'),
  change('a long address', { address: 'x'.repeat(501) }, 'address', 'too_long'),
  change('an empty address', { address: '' }, 'address', 'empty'),
  change('a website without a scheme', { website: 'example.com' }, 'website', 'not_allowed'),
  change('links that are null', { links: null }, 'links', 'wrong_type'),
  change('20 links', { links: Array.from({ length: 20 }, () => link) }, 'links', 'too_many'),
  change('an unknown network', { links: [{ ...link, network: 'x.com' }] }, 'links.0.network', 'not_allowed'),
];
