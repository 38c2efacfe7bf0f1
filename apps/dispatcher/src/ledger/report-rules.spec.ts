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
import { again, failed, sent, sentAs, sms, stateOf, leaseExpired } from '../../test/called-back';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Report } from './facts';
import { tally } from './tally';

/** The state of position 1 before the report. */
const before: Record<string, Batch> = {
  'being sent': inFlight(sms),
  'waiting for a retry': after(
    inFlight(sms),
    settled({
      outcomes: [sentAs(0, 'm0'), sentAs(2, 'm2'), sentAs(3, 'm3'), outcome(1, { reason: 'SERVER_BUSY' })],
    }),
  ),
  cancelled: after(inFlight(sms), settled(), { type: 'cancelled', now: later(5) }),
  skipped: after(ready(sms), release, grant({ excluded: [{ position: 1, reason: 'UNSUBSCRIBED' }] })),
  'in doubt': after(inFlight(sms), leaseExpired),
  sent: sent,
  'sent without a provider ID': after(inFlight(sms), settled({ sent: [0, 1, 2, 3] })),
  refused: after(
    inFlight(sms),
    settled({ sent: [0, 2, 3], outcomes: [outcome(1, { permanent: true, reason: 'UNKNOWN_ADDRESS' })] }),
  ),
  'failed after sending': after(sent, reported(report(1, failed))),
  delivered: after(sent, reported(report(1, { state: 'DELIVERED' }))),
  read: after(sent, reported(report(1, { state: 'READ' }))),
  'failed, and being sent again': after(
    sent,
    reported(report(1, failed)),
    again(),
    release,
    grant({ now: later(7200) }),
  ),
  'failed, and waiting to be sent again': after(sent, reported(report(1, failed)), again()),
  'failed, and sent again': after(
    sent,
    reported(report(1, failed)),
    again(),
    release,
    grant({ now: later(7200) }),
    settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }),
  ),
};

const reportedStates: ReportedState[] = ['SENT', 'DELIVERED', 'READ', 'FAILED'];
/** The states after SENT, DELIVERED, READ, and FAILED were each reported for the message m1. */
const rules: [keyof typeof before, string, string][] = [
  ['being sent', 'QUEUED', 'SENT DELIVERED READ FAILED'],
  ['waiting for a retry', 'QUEUED', 'SENT DELIVERED READ QUEUED'],
  ['cancelled', 'CANCELLED', 'SENT DELIVERED READ CANCELLED'],
  ['skipped', 'SKIPPED', 'SENT DELIVERED READ SKIPPED'],
  ['in doubt', 'UNCONFIRMED', 'SENT DELIVERED READ FAILED'],
  ['sent', 'SENT', 'SENT DELIVERED READ FAILED'],
  ['sent without a provider ID', 'SENT', 'SENT DELIVERED READ FAILED'],
  ['refused', 'FAILED', 'SENT DELIVERED READ FAILED'],
  ['failed after sending', 'FAILED', 'FAILED DELIVERED READ FAILED'],
  ['delivered', 'DELIVERED', 'DELIVERED DELIVERED READ DELIVERED'],
  ['read', 'READ', 'READ READ READ READ'],
  ['failed, and being sent again', 'QUEUED', 'QUEUED DELIVERED READ QUEUED'],
  ['failed, and waiting to be sent again', 'QUEUED', 'QUEUED DELIVERED READ QUEUED'],
  ['failed, and sent again', 'SENT', 'SENT DELIVERED READ SENT'],
];

/** No worker was sending, and the message was unknown. The report counts as soon as the message may be in transit. */
const unattended = ['waiting for a retry', 'cancelled', 'skipped'];

describe('a report', () => {
  it.each(rules)('changes a delivery that is %s (%s) to %s', (name, state, expected) => {
    const batch = before[name] ?? ready();
    expect(stateOf(batch, 1)).toBe(state);
    const each = reportedStates.map((reportedState) => {
      const updated = after(batch, reported(report(1, { ...failed, state: reportedState })));
      // A repeated report changes nothing.
      expect(apply(updated, reported(report(1, { ...failed, state: reportedState })))).toBe(updated);
      expect(Object.values(tally(updated)).reduce((sum, n) => sum + n, 0)).toBe(4);
      return stateOf(updated, 1);
    });
    expect(each.join(' ')).toBe(expected);
  });

  it.each(rules)('has the same result in any order for a delivery that is %s', (name, state) => {
    const batch = before[name] ?? ready();
    const ends = permutations(reportedStates).map((order) => {
      const [a, b, c, d] = order.map((reportedState) =>
        reported(report(1, { ...failed, state: reportedState })),
      );
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
    ['for a batch that was never leased', ready(sms), report(1)],
    [
      'for a batch whose recipients are all skipped',
      ready({ outcome: { state: 'SKIPPED', reason: 'NO_MESSAGE' }, todo: [], state: 'DONE' }),
      report(1),
    ],
    ['for a position that does not exist', sent, report(4)],
    ['a repetition', sent, report(1)],
  ])('changes nothing if it is %s', (_, batch, item) => {
    expect(apply(batch, reported(item))).toBe(batch);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}
