import type { Schemas } from '@carillon/sdk';
import type { LinkBadge } from '../content';

type Link = Schemas['Link'];

/** A link of the email with its share of the clicks. */
export interface MappedLink extends Link {
  /** The share of the clicks by people on all links. Null: the link isn't counted. */
  share: number | null;
  strength: LinkBadge['strength'];
  /** The positions in the email, among all its links. Several links can have the same address. */
  places: number[];
}

/** The shares from which a badge is stronger. */
const strengths = [
  [0.35, 'most'],
  [0.15, 'many'],
  [0.05, 'some'],
] as const;

/** HTML ignores these characters around an address. */
const blank = /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g;

/**
 * Finds the counted links in the email by their address, because clicks are counted by address.
 * @param addresses the addresses in the email
 */
export function linkMapOf(links: readonly Link[], addresses: readonly string[]): MappedLink[] {
  const places = Map.groupBy(addresses.keys(), (index) => (addresses[index] ?? '').replaceAll(blank, ''));
  const all = links.reduce((sum, { clicks }) => sum + clicks.total, 0);
  return links.map((link) => {
    const share = link.counted ? (all === 0 ? 0 : link.clicks.total / all) : null;
    return {
      ...link,
      share,
      strength: strengthOf(share),
      places: link.counted ? (places.get(link.url) ?? []) : [],
    };
  });
}

function strengthOf(share: number | null): LinkBadge['strength'] {
  if (share === null) return 'uncounted';
  if (share === 0) return 'none';
  return strengths.find(([from]) => share >= from)?.[1] ?? 'low';
}

/**
 * The badge of each link of the email. Web links that aren't in the list aren't counted, and other links, such as
 * email addresses, have no badge.
 * @param textOf the text of a counted link
 */
export function badgesOf(
  links: readonly MappedLink[],
  addresses: readonly string[],
  textOf: (link: MappedLink) => string,
): (LinkBadge | null)[] {
  const byPlace = new Map(links.flatMap((link) => link.places.map((place) => [place, link] as const)));
  return addresses.map((href, index) => {
    const link = byPlace.get(index);
    if (link) return { text: textOf(link), strength: link.strength };
    return /^[\t\n\f\r ]*https?:/i.test(href) ? { text: '–', strength: 'uncounted' } : null;
  });
}
