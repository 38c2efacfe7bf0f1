import { createHash } from 'node:crypto';
import {
  type AudienceMember,
  type MemberRoute,
  type PoolRules,
  type Route,
  domainOf,
  hasRules,
} from '@carillon/contracts';
import type { Plannable } from '../dispatch';

/** What decides which senders of a pool a recipient has. */
export interface PoolContext {
  /** The topic of the campaign. */
  topicId: string | null;
  /** The country of an E.164 number. Null: unknown. */
  countryOf: (phone: string) => string | null;
  /** Differs by page, so that the shares of small pages add up. */
  seed: string;
}

/** Recipients with the same senders, in the order in which they are tried. */
interface Share {
  pool: readonly string[];
  members: AudienceMember[];
}

type Pool = NonNullable<Route['pool']>;

/**
 * Divides recipients among the senders of a pool. The senders whose rules match a recipient come first, then the
 * senders without rules. Among them, the first sends, or with WEIGHTS each sends its share.
 */
export function chooseSenders(
  { strategy, members: senders }: Pool,
  recipients: readonly AudienceMember[],
  context: PoolContext,
): Share[] {
  const alike = Map.groupBy(recipients, (recipient) => {
    const matching = senders.filter((sender) => hasRules(sender) && matches(sender, recipient, context));
    return [...matching, ...senders.filter((sender) => !hasRules(sender))]
      .map((sender) => senders.indexOf(sender))
      .join(' ');
  });
  return [...alike].flatMap(([key, members]) => {
    const eligible = key.split(' ').flatMap((index) => senders[Number(index)] ?? []);
    if (strategy === 'ORDER') return [{ pool: eligible.map(idOf), members }];
    // A sender without rules gets no share of the recipients that match the rules of others.
    const matching = eligible.filter(hasRules);
    const sharing = matching.length > 0 ? matching : eligible;
    return byWeight(sharing, members, `${context.seed} ${key}`).map(({ first, members: share }) => {
      const others = [...sharing].filter((each) => each !== first).sort((a, b) => b.weight - a.weight);
      const rest = eligible.filter((each) => !sharing.includes(each));
      return { pool: [first, ...others, ...rest].map(idOf), members: share };
    });
  });
}

/**
 * Loads the numbering plans of all countries only if a pool of the campaign needs them, because they take some
 * megabytes.
 */
export async function countriesFor({ routes }: Plannable): Promise<PoolContext['countryOf']> {
  const needsCountries = Object.values(routes).some((route) =>
    route?.pool?.members.some(({ countries }) => countries !== undefined),
  );
  return needsCountries ? (await import('@carillon/address')).countryOf : () => null;
}

/** Whether all rules match. */
function matches(
  { domains, countries, topicIds }: PoolRules,
  { address }: AudienceMember,
  { topicId, countryOf }: PoolContext,
): boolean {
  if (domains && !domains.includes(domainOf(address).toLowerCase())) return false;
  if (countries && !countries.includes(countryOf(address) ?? '')) return false;
  return !topicIds || (topicId !== null && topicIds.includes(topicId));
}

/**
 * Consecutive shares of the recipients. Where a share is not a whole number, the seed decides, so that over many pages
 * each sender gets its weight.
 */
function byWeight(
  senders: readonly MemberRoute[],
  members: readonly AudienceMember[],
  seed: string,
): { first: MemberRoute; members: AudienceMember[] }[] {
  const total = senders.reduce((sum, { weight }) => sum + weight, 0);
  const offset = fraction(seed);
  let [weights, from] = [0, 0];
  return senders.flatMap((first) => {
    weights += first.weight;
    const to = Math.min(members.length, Math.floor((members.length * weights) / total + offset));
    const share = members.slice(from, to);
    from = Math.max(from, to);
    return share.length > 0 ? [{ first, members: share }] : [];
  });
}

/** A number from 0 to less than 1, which looks random. */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}

function idOf({ senderId }: MemberRoute): string {
  return senderId;
}
