import type { ReportedState } from '@carillon/contracts';
import {
  after,
  grant,
  inFlight,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
  later,
} from '../../test/batches';
import { again, failed, sent, sentAs, sms, stateOf, swept } from '../../test/called-back';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Report } from './facts';
import { tally } from './tally';

/** What position 1 is before it is heard of, by what came to pass. */
const before: Record<string, Batch> = {
  'who is being sent to': inFlight(sms),
  'who waits for another try': after(
    inFlight(sms),
    settled({
      outcomes: [sentAs(0, 'm0'), sentAs(2, 'm2'), sentAs(3, 'm3'), outcome(1, { reason: 'BUSY' })],
    }),
  ),
  'who was cancelled': after(inFlight(sms), settled(), { type: 'cancelled', now: later(5) }),
  'who was passed over': after(
    ready(sms),
    release,
    grant({ excluded: [{ position: 1, reason: 'UNSUBSCRIBED' }] }),
  ),
  'who is in doubt': after(inFlight(sms), swept),
  'who was sent to': sent,
  'who was sent to without a name': after(inFlight(sms), settled({ sent: [0, 1, 2, 3] })),
  'who was refused': after(
    inFlight(sms),
    settled({ sent: [0, 2, 3], outcomes: [outcome(1, { permanent: true, reason: 'NO_SUCH_NUMBER' })] }),
  ),
  'whose message has failed': after(sent, reported(report(1, failed))),
  'whose message has arrived': after(sent, reported(report(1, { state: 'DELIVERED' }))),
  'whose message was read': after(sent, reported(report(1, { state: 'READ' }))),
  'whose message failed, and who is sent to once more': after(
    sent,
    reported(report(1, failed)),
    again(),
    release,
    grant({ now: later(7200) }),
  ),
  'whose message failed, and who waits to be sent to once more': after(
    sent,
    reported(report(1, failed)),
    again(),
  ),
  'whose message failed, and another was sent': after(
    sent,
    reported(report(1, failed)),
    again(),
    release,
    grant({ now: later(7200) }),
    settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }),
  ),
};

const words: ReportedState[] = ['SENT', 'DELIVERED', 'READ', 'FAILED'];
/** What they are after SENT, DELIVERED, READ and FAILED were reported of message m1, each on its own. */
const rules: [keyof typeof before, string, string][] = [
  ['who is being sent to', 'QUEUED', 'SENT DELIVERED READ FAILED'],
  ['who waits for another try', 'QUEUED', 'SENT DELIVERED READ QUEUED'],
  ['who was cancelled', 'CANCELLED', 'SENT DELIVERED READ CANCELLED'],
  ['who was passed over', 'SKIPPED', 'SENT DELIVERED READ SKIPPED'],
  ['who is in doubt', 'UNCONFIRMED', 'SENT DELIVERED READ FAILED'],
  ['who was sent to', 'SENT', 'SENT DELIVERED READ FAILED'],
  ['who was sent to without a name', 'SENT', 'SENT DELIVERED READ FAILED'],
  ['who was refused', 'FAILED', 'SENT DELIVERED READ FAILED'],
  ['whose message has failed', 'FAILED', 'FAILED DELIVERED READ FAILED'],
  ['whose message has arrived', 'DELIVERED', 'DELIVERED DELIVERED READ DELIVERED'],
  ['whose message was read', 'READ', 'READ READ READ READ'],
  ['whose message failed, and who is sent to once more', 'QUEUED', 'QUEUED DELIVERED READ QUEUED'],
  ['whose message failed, and who waits to be sent to once more', 'QUEUED', 'QUEUED DELIVERED READ QUEUED'],
  ['whose message failed, and another was sent', 'SENT', 'SENT DELIVERED READ SENT'],
];

/** Nobody was at it, and nobody knew of the message: it is taken into account as soon as it may be on its way. */
const unattended = ['who waits for another try', 'who was cancelled', 'who was passed over'];

describe('a report', () => {
  it.each(rules)('about one %s (%s) makes it %s', (name, state, expected) => {
    const batch = before[name] ?? ready();
    expect(stateOf(batch, 1)).toBe(state);
    const each = words.map((word) => {
      const heard = after(batch, reported(report(1, { ...failed, state: word })));
      // What is said again is no news.
      expect(apply(heard, reported(report(1, { ...failed, state: word })))).toBe(heard);
      expect(Object.values(tally(heard)).reduce((sum, n) => sum + n, 0)).toBe(4);
      return stateOf(heard, 1);
    });
    expect(each.join(' ')).toBe(expected);
  });

  it.each(rules)('about one %s says the same in whatever order it comes', (name, state) => {
    const batch = before[name] ?? ready();
    const ends = permutations(words).map((order) => {
      const [a, b, c, d] = order.map((word) => reported(report(1, { ...failed, state: word })));
      return a && b && c && d && stateOf(after(batch, a, b, c, d), 1);
    });
    expect(new Set(ends)).toEqual(new Set(['READ']));
    const untilFailed = permutations<ReportedState>(['SENT', 'FAILED']).map(
      ([first = 'SENT', second = 'SENT']) =>
        stateOf(
          after(
            batch,
            reported(report(1, { ...failed, state: first }), report(1, { ...failed, state: second })),
          ),
          1,
        ),
    );
    if (!unattended.includes(name)) expect(new Set(untilFailed).size).toBe(1);
    else expect(untilFailed).toEqual(['FAILED', state]);
  });

  it.each<[string, Batch, Report]>([
    ['of a batch that was never leased', ready(sms), report(1)],
    [
      'of a batch that nobody was to be sent to',
      ready({ verdict: { state: 'SKIPPED', reason: 'NO_MESSAGE' }, todo: [], state: 'DONE' }),
      report(1),
    ],
    ['about a position that is not there', sent, report(4)],
    ['about a hole', after(inFlight({ ...sms, duplicates: [3], todo: [0, 1, 2] })), report(3)],
    ['of what is known', sent, report(1)],
  ])('%s changes nothing', (_, batch, item) => {
    expect(apply(batch, reported(item))).toBe(batch);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}
