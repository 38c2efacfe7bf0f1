import {
  type DomainFigures,
  type DomainGroup,
  type RecipientDomains,
  domainGroupOf,
  domainGroups,
  domainOf,
} from '@carillon/contracts';
import { isErased } from '@carillon/vault';
import { type Marks, noMarks } from '../engagement';
import { type Batch, feedbackOf, statesOf } from '../ledger';

/** The number of domains that a report lists. */
const LISTED = 20;
/**
 * The maximum number of domains that are counted individually, so that a campaign with millions of domains needs a few
 * tens of megabytes. Domains that follow later are counted as others. They can hardly be among the most frequent ones,
 * because the recipients of a campaign aren't sorted by domain.
 */
const MAX_DOMAINS = 100_000;

type Counts = { [Name in keyof DomainFigures]: number };

/** The results of emails by the domain of the recipients. */
export class DomainCounts {
  private readonly byDomain = new Map<string, Counts>();
  /** Erased people, whose domain is unknown. */
  private readonly erased = noCounts();
  /** Domains above the limit. */
  private readonly uncounted = new Map<DomainGroup, Counts>();

  /** @param addresses the addresses of the batch, in the order of its positions */
  add(
    batch: Batch,
    addresses: readonly string[],
    { opens, clicks }: Pick<Marks, 'opens' | 'clicks'> = noMarks,
  ): void {
    const stateOf = statesOf(batch);
    const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
    for (const [position, address] of addresses.entries()) {
      const exception = exceptions.get(position);
      if ((exception ?? batch.outcome).reason === 'NO_MESSAGE') continue;
      const state = stateOf(position);
      const feedback = exception ? feedbackOf({ state, feedback: exception.feedback }) : null;
      const counts = this.countsOf(address);
      counts.addressed += 1;
      if (state === 'SENT' || state === 'DELIVERED' || state === 'READ') {
        counts.sent += 1;
        counts.delivered += 1;
        if (feedback === 'COMPLAINED') counts.complained += 1;
      } else if (feedback === 'BOUNCED') {
        counts.sent += 1;
        counts.bounced += 1;
      } else if (state === 'FAILED' || state === 'UNCONFIRMED') counts.failed += 1;
      if (opens[position]) counts.opens += 1;
      if (clicks[position]) counts.clicks += 1;
    }
  }

  /** The most frequent domains, the sum of all others, and the sums of groups. @param isPersonal whether opens and clicks are known */
  result(isPersonal: boolean): Required<Pick<RecipientDomains, 'domains' | 'others' | 'groups'>> {
    const sorted = [...this.byDomain].sort(
      ([a, one], [b, other]) => other.addressed - one.addressed || (a < b ? -1 : 1),
    );
    const rest = sorted.slice(LISTED);
    const others = { ...this.erased };
    for (const counts of this.uncounted.values()) addTo(others, counts);
    for (const [, counts] of rest) addTo(others, counts);
    const groups = this.sumsOfGroups();
    const shown = (counts: Counts): DomainFigures =>
      isPersonal ? counts : { ...counts, opens: null, clicks: null };
    return {
      domains: sorted.slice(0, LISTED).map(([domain, counts]) => ({ domain, ...shown(counts) })),
      others: { domains: rest.length, ...shown(others) },
      groups: domainGroups.flatMap((group) => {
        const counts = groups.get(group);
        return counts ? [{ group, ...shown(counts) }] : [];
      }),
    };
  }

  private sumsOfGroups(): Map<DomainGroup, Counts> {
    const sums = new Map([...this.uncounted].map(([group, counts]) => [group, { ...counts }]));
    for (const [domain, counts] of this.byDomain) addTo(countsIn(sums, domainGroupOf(domain)), counts);
    return sums;
  }

  private countsOf(address: string): Counts {
    if (isErased(address)) return this.erased;
    const domain = domainOf(address);
    const known = this.byDomain.get(domain);
    if (known) return known;
    if (this.byDomain.size >= MAX_DOMAINS) return countsIn(this.uncounted, domainGroupOf(domain));
    const counts = noCounts();
    this.byDomain.set(domain, counts);
    return counts;
  }
}

function noCounts(): Counts {
  return { addressed: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0, opens: 0, clicks: 0 };
}

function countsIn(sums: Map<DomainGroup, Counts>, group: DomainGroup): Counts {
  const known = sums.get(group) ?? noCounts();
  sums.set(group, known);
  return known;
}

function addTo(sum: Counts, counts: Counts): void {
  for (const name of names) sum[name] += counts[name];
}

const names = Object.keys(noCounts()) as (keyof Counts)[];
