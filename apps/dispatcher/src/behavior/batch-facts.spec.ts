import { after, inFlight, later, now, outcome, report, reported, settled } from '../../test/batches';
import { noMarks } from '../engagement';
import type { Fact } from '../ledger';
import { factsOfMarks, factsOfStates, sentFrom } from './batch-facts';

const DAY = 24 * 3_600;
const today = Math.floor(now.getTime() / 1000 / DAY);

const bounced = (i: number, seconds = 60): Fact => ({
  type: 'returned',
  now: later(seconds),
  items: [
    {
      ...{ i, feedback: 'BOUNCED', isHard: true, reason: 'NO_SUCH_ADDRESS', providerCode: null },
      at: later(seconds),
    },
  ],
});

describe('the facts of a batch', () => {
  it('are none while nothing is settled', () => {
    expect(factsOfStates(inFlight())).toEqual([]);
    expect(sentFrom(inFlight())).toBeNull();
  });

  it('contain what was sent, in ranges', () => {
    const batch = after(inFlight(), settled({ sent: [0, 1, 3], returned: [2] }));
    expect(factsOfStates(batch)).toEqual([{ did: 'SENT', link: null, day: today, positions: [0, 1, 3, 3] }]);
    expect(sentFrom(batch)).toEqual(now);
  });

  it('contain no skipped, failed, or unconfirmed delivery', () => {
    const batch = after(
      inFlight(),
      settled({
        sent: [0],
        outcomes: [outcome(1, { permanent: true }), outcome(2, { kind: 'unknown' })],
        returned: [3],
      }),
      { type: 'cancelled', now },
    );
    expect(factsOfStates(batch)).toEqual([{ did: 'SENT', link: null, day: today, positions: [0, 0] }]);
  });

  it('contain an email that bounced on a later day as sent on the first and bounced on the second', () => {
    const batch = after(inFlight(), settled({ sent: [0, 1, 2, 3], returned: [] }), bounced(2, DAY));
    expect(factsOfStates(batch)).toEqual([
      { did: 'SENT', link: null, day: today, positions: [0, 3] },
      { did: 'BOUNCED', link: null, day: today + 1, positions: [2, 2] },
    ]);
  });

  it('contain arrivals and read receipts with their own days', () => {
    const whatsapp = inFlight({ channel: 'WHATSAPP' });
    const accepted = [0, 1].map((i) => outcome(i, { kind: 'sent', providerId: `m${i}` }));
    const batch = after(
      whatsapp,
      settled({ outcomes: accepted, returned: [2, 3] }),
      reported(report(0, { state: 'DELIVERED', at: later(DAY) })),
      reported(report(0, { state: 'READ', at: later(2 * DAY) }), report(1, { state: 'FAILED' })),
    );
    const facts = factsOfStates(batch);
    expect(facts.filter(({ positions }) => positions[0] === 0)).toEqual([
      { did: 'SENT', link: null, day: today, positions: [0, 1] },
      { did: 'DELIVERED', link: null, day: today + 1, positions: [0, 0] },
      { did: 'OPENED', link: null, day: today + 2, positions: [0, 0] },
    ]);
    expect(facts).toHaveLength(3);
  });

  it('contain the first open and click of each delivery, and each clicked link', () => {
    const marks = {
      opens: { 0: now, 2: later(DAY) },
      clicks: { 0: { at: now, links: [1, 0] }, 1: { at: now, links: [1] } },
      erased: [3],
    };
    expect(factsOfMarks(marks)).toEqual([
      { did: 'OPENED', link: null, day: today, positions: [0, 0] },
      { did: 'OPENED', link: null, day: today + 1, positions: [2, 2] },
      { did: 'CLICKED', link: null, day: today, positions: [0, 1] },
      { did: 'CLICKED', link: 1, day: today, positions: [0, 1] },
      { did: 'CLICKED', link: 0, day: today, positions: [0, 0] },
    ]);
    expect(factsOfMarks(noMarks)).toEqual([]);
  });
});
