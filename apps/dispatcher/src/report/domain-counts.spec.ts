import type { Batch } from '../ledger';
import { erasedAs } from '@carillon/vault';
import { after, inFlight, later, outcome, ready, settled } from '../../test/batches';
import { DomainCounts } from './domain-counts';

const none = {
  ...{ addressed: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0 },
  ...{ opens: null, clicks: null },
};
const people = ['a@b.example', 'b@a.example', 'c@a.example', 'd@a.example'];
const allSent = settled({ sent: [0, 1, 2, 3], returned: [] });

describe('the counts by domain', () => {
  const counted = (batch: Batch, addresses: readonly string[] = people) => {
    const counts = new DomainCounts();
    counts.add(batch, addresses);
    return counts.result(false);
  };

  it('have the results of each domain, most recipients first', () => {
    const refused = outcome(3, { permanent: true, reason: 'NO_SUCH_ADDRESS' });
    const batch = after(inFlight(), settled({ sent: [0, 1, 2], outcomes: [refused], returned: [] }));
    expect(counted(batch)).toEqual({
      domains: [
        { ...none, domain: 'a.example', addressed: 3, sent: 2, delivered: 2, failed: 1 },
        { ...none, domain: 'b.example', addressed: 1, sent: 1, delivered: 1 },
      ],
      others: { ...none, domains: 0 },
      groups: [{ ...none, group: 'OTHER', addressed: 4, sent: 3, delivered: 3, failed: 1 }],
    });
  });

  it('have bounces and complaints of sent emails', () => {
    const item = { isHard: true, reason: 'NO_SUCH_ADDRESS', providerCode: null, at: later(50) } as const;
    const items = [
      { ...item, i: 0, feedback: 'BOUNCED' },
      { ...item, i: 1, feedback: 'COMPLAINED', reason: 'COMPLAINT' },
    ] as const;
    expect(counted(after(inFlight(), allSent, { type: 'returned', now: later(60), items })).domains).toEqual([
      { ...none, domain: 'a.example', addressed: 3, sent: 3, delivered: 3, complained: 1 },
      { ...none, domain: 'b.example', addressed: 1, sent: 1, bounced: 1 },
    ]);
  });

  it('have recipients that wait or are skipped, but not those without a message', () => {
    const skipped = (reason: 'SUPPRESSED' | 'NO_MESSAGE') =>
      ready({ outcome: { state: 'SKIPPED', reason }, todo: [], state: 'DONE' });
    expect(counted(ready()).domains[0]).toEqual({ ...none, domain: 'a.example', addressed: 3 });
    expect(counted(skipped('SUPPRESSED')).domains[0]).toEqual({ ...none, domain: 'a.example', addressed: 3 });
    const nothing = { domains: [], others: { ...none, domains: 0 }, groups: [] };
    expect(counted(skipped('NO_MESSAGE'))).toEqual(nothing);
  });

  it('have the people who opened and clicked if they are known', () => {
    const counts = new DomainCounts();
    counts.add(after(inFlight(), allSent), people, {
      ...{ opens: { 0: later(9), 2: later(9) }, clicks: { 2: { at: later(9), links: [0] } } },
    });
    const [a, b] = counts.result(true).domains;
    expect([a, b]).toMatchObject([
      { domain: 'a.example', opens: 1, clicks: 1 },
      { domain: 'b.example', opens: 1, clicks: 0 },
    ]);
    expect(counts.result(false).domains).toMatchObject([
      { opens: null, clicks: null },
      { opens: null, clicks: null },
    ]);
  });

  it('have erased people among the others, because their domain is unknown', () => {
    const erased = erasedAs('5f00000000000000000000c9');
    const { domains, others } = counted(after(inFlight(), allSent), [erased, 'b@a.example']);
    expect(domains).toMatchObject([{ domain: 'a.example', addressed: 1 }]);
    expect(others).toEqual({ ...none, domains: 0, addressed: 1, sent: 1, delivered: 1 });
  });

  it('have the sums of groups, in their order, without erased people', () => {
    const refused = outcome(2, { permanent: true, reason: 'NO_SUCH_ADDRESS' });
    const batch = after(inFlight(), settled({ sent: [0, 1, 3], outcomes: [refused], returned: [] }));
    const erased = erasedAs('5f00000000000000000000c9');
    const { groups } = counted(batch, ['a@web.de', 'b@gmail.com', 'c@googlemail.com', erased]);
    expect(groups).toEqual([
      { ...none, group: 'GMAIL', addressed: 2, sent: 1, delivered: 1, failed: 1 },
      { ...none, group: 'GMX', addressed: 1, sent: 1, delivered: 1 },
    ]);
  });

  it('have twenty domains, and the sum of the others', () => {
    const batch = ready({ size: 26, todo: [] });
    const addresses = Array.from({ length: 25 }, (_, n) => `x@d${String(n).padStart(2, '0')}.example`);
    const { domains, others } = counted(batch, [...addresses, 'y@d24.example']);
    expect(domains.map(({ domain, addressed }) => [domain, addressed]).slice(0, 3)).toEqual([
      ...[
        ['d24.example', 2],
        ['d00.example', 1],
        ['d01.example', 1],
      ],
    ]);
    expect(domains).toHaveLength(20);
    expect(others).toEqual({ ...none, domains: 5, addressed: 5, sent: 5, delivered: 5 });
  });

  it('are bounded: domains that appear late in a huge campaign are others', () => {
    const counts = new DomainCounts();
    const count = 100_000;
    const batch = ready({ size: count, todo: [] });
    counts.add(
      batch,
      Array.from({ length: count }, (_, n) => `x@d${n}.example`),
    );
    counts.add(
      batch,
      Array.from({ length: 5 }, (_, n) => (n === 0 ? 'x@gmail.com' : 'x@late.example')),
    );
    const { domains, others, groups } = counts.result(false);
    expect(groups).toMatchObject([
      { group: 'GMAIL', addressed: 1 },
      { group: 'OTHER', addressed: count + 4 },
    ]);
    expect(domains.map(({ domain }) => domain)).not.toContain('late.example');
    expect(others).toMatchObject({ domains: count - 20, addressed: count - 20 + 5 });
  });
});
