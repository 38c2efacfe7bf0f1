import type { ReportedState, RetrySelection } from '@carillon/contracts';
import {
  after,
  grant,
  inHand,
  later,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import { apply } from './apply';
import type { Batch, Exception } from './batch';
import type { Fact, Report } from './facts';
import { statesOf, tally } from './tally';

const sms = { channel: 'SMS' } as const;
const swept: Fact = { type: 'swept', now: later(120) };
const failed = { state: 'FAILED', reason: 'UNREACHABLE', providerCode: '30003' } as const;
const sentAs = (
  i: number,
  providerId: string | null,
  segments: number | null = 1,
): ReturnType<typeof outcome> => outcome(i, { kind: 'sent', providerId, segments });
const of = (batch: Batch, i: number): Exception | undefined => batch.exceptions.find((each) => each.i === i);
const stateOf = (batch: Batch, i: number): string | null => statesOf(batch)(i);

/** Everybody is sent to, as the messages m0 to m3, of one segment each. */
const sent = after(inHand(sms), settled({ outcomes: [0, 1, 2, 3].map((i) => sentAs(i, `m${i}`)) }));
const everyFailure: RetrySelection = { states: ['FAILED', 'UNCONFIRMED'], channels: null, reasons: null };
const again = (run = 2): Fact => ({
  type: 'retried',
  now: later(7200),
  run,
  selection: everyFailure,
  route: { integrationId: 'new', ratePerSecond: null, maxConnections: null },
});

/** What position 1 is before it is heard of, by what came to pass. */
const before: Record<string, Batch> = {
  'who is being sent to': inHand(sms),
  'who waits for another try': after(
    inHand(sms),
    settled({
      outcomes: [sentAs(0, 'm0'), sentAs(2, 'm2'), sentAs(3, 'm3'), outcome(1, { reason: 'BUSY' })],
    }),
  ),
  'who was cancelled': after(inHand(sms), settled(), { type: 'cancelled', now: later(5) }),
  'who was passed over': after(
    ready(sms),
    release,
    grant({ withdrawn: [{ position: 1, reason: 'UNSUBSCRIBED' }] }),
  ),
  'who is in doubt': after(inHand(sms), swept),
  'who was sent to': sent,
  'who was sent to without a name': after(inHand(sms), settled({ sent: [0, 1, 2, 3] })),
  'who was refused': after(
    inHand(sms),
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
    ['of a batch that was never in a hand', ready(sms), report(1)],
    [
      'of a batch that nobody was to be sent to',
      ready({ verdict: { state: 'SKIPPED', reason: 'NO_MESSAGE' }, todo: [], state: 'DONE' }),
      report(1),
    ],
    ['about a position that is not there', sent, report(4)],
    ['about a hole', after(inHand({ ...sms, holes: [3], todo: [0, 1, 2] })), report(3)],
    ['of what is known', sent, report(1)],
  ])('%s changes nothing', (_, batch, item) => {
    expect(apply(batch, reported(item))).toBe(batch);
  });
});

describe('a report that comes before the settlement', () => {
  const heard = after(inHand(sms), reported(report(1, { state: 'DELIVERED', at: later(3) })));

  it('takes the position out of hand and backlog, and counts as the answer', () => {
    expect(heard).toMatchObject({ state: 'HELD', todo: [0, 2, 3], hand: { positions: [0, 2, 3] } });
    expect(of(heard, 1)).toMatchObject({ state: 'DELIVERED', attempts: 1, answeredBy: 1, providerId: 'm1' });
    expect(heard.progress).toEqual([{ at: later(60), n: 1 }]);
  });

  it.each([
    ['sent', sentAs(1, 'm1', 3), { segments: 3 }],
    ['sent without a name', sentAs(1, null, 3), { segments: 3 }],
    ['failed for good', outcome(1, { permanent: true, reason: 'NO_SUCH_NUMBER' }), {}],
    ['failed for a while', outcome(1, { reason: 'BUSY' }), {}],
    ['unknown', outcome(1, { kind: 'unknown', reason: 'NO_ANSWER' }), {}],
    ['throttled', outcome(1, { kind: 'throttled', reason: 'TOO_FAST' }), {}],
  ])('stays true when the worker says %s', (_, said, added) => {
    const both = after(heard, settled({ outcomes: [said], returned: [] }));
    expect(of(both, 1)).toEqual({ ...of(heard, 1), ...added });
    expect(both).toMatchObject({ state: 'HELD', todo: [0, 2, 3] });
  });

  it('of a failure is believed though the worker says that it was sent', () => {
    const both = after(inHand(sms), reported(report(1, failed)), settled({ outcomes: [sentAs(1, 'm1', 2)] }));
    expect(of(both, 1)).toMatchObject({
      state: 'FAILED',
      reason: 'UNREACHABLE',
      providerCode: '30003',
      segments: 2,
    });
  });

  it('spares the position when the worker is not heard of again', () => {
    expect(tally(after(heard, swept))).toEqual({ DELIVERED: 1, UNCONFIRMED: 3 });
  });

  it('for everybody ends the hand, and the batch if there was nobody else', () => {
    const all = reported(...[0, 1, 2, 3].map((i) => report(i)));
    expect(after(inHand(sms), all)).toMatchObject({ state: 'DONE', hand: null, todo: [] });
    const some = after(ready(sms), release, grant({ limit: 2 }), reported(report(0), report(1)));
    expect(some).toMatchObject({ state: 'READY', hand: null, todo: [2, 3] });
    const late = settled({ outcomes: [sentAs(0, 'm0'), sentAs(1, 'm1')], returned: [] });
    expect(tally(after(some, late))).toEqual({ SENT: 2, QUEUED: 2 });
  });

  it('leaves a cancelled batch cancelled', () => {
    const held = after(ready(sms), release, grant({ limit: 2 }), { type: 'cancelled', now: later(1) });
    const over = after(held, reported(report(0), report(1, failed)));
    expect(over.state).toBe('CANCELLED');
    expect(tally(over)).toEqual({ SENT: 1, FAILED: 1, CANCELLED: 2 });
  });
});

describe('a report that comes later', () => {
  it('does not change when the batch was settled, nor how fast it went', () => {
    const heard = after(sent, reported(report(1, { state: 'DELIVERED' })));
    expect(heard).toMatchObject({ state: 'DONE', settledAt: sent.settledAt, progress: sent.progress });
  });

  it('tells when it was sent, when it arrived and when it was read', () => {
    const heard = after(
      sent,
      reported(report(1, { state: 'READ', at: later(90) })),
      reported(report(1, { state: 'DELIVERED', at: later(70) })),
      reported(report(1, { state: 'DELIVERED', at: later(99) })),
    );
    expect(of(heard, 1)).toMatchObject({
      state: 'READ',
      sentAt: now(),
      deliveredAt: later(70),
      readAt: later(90),
    });
    const plain = before['who was sent to without a name'] ?? ready();
    expect(of(after(plain, reported(report(1, failed))), 1)).toMatchObject({ sentAt: now(), attempts: 1 });
  });

  it('resolves who expired or whose integration is gone, but was in doubt', () => {
    const lost = after(inHand(sms), swept);
    expect(
      tally(after(lost, reported(report(0), report(1, failed), report(2, { state: 'DELIVERED' })))),
    ).toEqual({
      SENT: 1,
      FAILED: 1,
      DELIVERED: 1,
      UNCONFIRMED: 1,
    });
  });
});

describe('a failure of one of two messages', () => {
  const doubted = after(inHand(sms), settled({ sent: [0, 2, 3], returned: [] }), swept, again());
  const resent = after(
    doubted,
    release,
    grant({ now: later(7200) }),
    settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }),
  );
  const secondFailed = after(resent, reported(report(1, { ...failed, providerId: 'n1' })));

  it('leaves it open whether the other one went out', () => {
    expect(of(secondFailed, 1)).toMatchObject({
      state: 'UNCONFIRMED',
      reason: 'UNREACHABLE',
      providerId: null,
    });
    expect(stateOf(after(secondFailed, reported(report(1, { providerId: 'n1' }))), 1)).toBe('UNCONFIRMED');
    expect(stateOf(after(secondFailed, reported(report(1))), 1)).toBe('SENT');
    expect(stateOf(after(secondFailed, reported(report(1, { ...failed, providerId: 'm1' }))), 1)).toBe(
      'FAILED',
    );
  });

  it('is a failure where it is for good, or the other one has failed', () => {
    const forGood = report(1, { ...failed, providerId: 'n1', permanent: true });
    expect(stateOf(after(resent, reported(forGood)), 1)).toBe('FAILED');
    const both = after(
      resent,
      reported(report(1, failed)),
      reported(report(1, { ...failed, providerId: 'n1' })),
    );
    expect(stateOf(both, 1)).toBe('FAILED');
  });

  it('of which nobody is in doubt any more is CANCELLED with the further run', () => {
    const stopped = after(doubted, reported(report(1, failed)), { type: 'cancelled', now: later(7300) });
    expect(stateOf(stopped, 1)).toBe('CANCELLED');
  });
});

describe('a further run', () => {
  const failedFirst = after(sent, reported(report(1, failed)), again());
  const second = after(failedFirst, release, grant({ now: later(7200) }));

  it('is for whom the provider could not reach, and begins with nothing known of its message', () => {
    expect(failedFirst.todo).toEqual([1]);
    expect(of(failedFirst, 1)).toMatchObject({
      providerId: null,
      former: ['m1'],
      segments: null,
      sentAt: null,
    });
  });

  it('is not for whom the provider refuses for good', () => {
    expect(after(sent, reported(report(1, { ...failed, permanent: true })), again()).todo).toEqual([]);
  });

  it('sends to nobody of whom the first message turns out to have arrived', () => {
    expect(after(failedFirst, reported(report(1, { state: 'DELIVERED' })))).toMatchObject({ state: 'DONE' });
    expect(after(second, reported(report(1, { state: 'DELIVERED' })))).toMatchObject({ state: 'DONE' });
  });

  it('is not brought to an end by the settlement of the first, told once more', () => {
    const old = settled({ outcomes: [sentAs(1, 'm1')], returned: [] });
    expect(after(second, old)).toBe(second);
    expect(after(failedFirst, old)).toBe(failedFirst);
  });

  it('has the state of its own message, whatever the first one’s is said to be', () => {
    const resent = after(second, settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }));
    expect(stateOf(after(resent, reported(report(1, failed))), 1)).toBe('SENT');
    expect(stateOf(after(resent, reported(report(1, { ...failed, providerId: 'n1' }))), 1)).toBe('FAILED');
    const early = after(second, reported(report(1, { ...failed, providerId: 'n1' }), report(1)));
    expect(of(early, 1)).toMatchObject({ state: 'FAILED', providerId: 'n1', former: ['m1'], attempts: 2 });
  });

  it('of one in doubt: what is said of the first message, too late, does not stand for the second', () => {
    const doubted = after(inHand(sms), settled({ sent: [0, 2, 3], returned: [] }), swept, again());
    const held = after(doubted, release, grant({ now: later(7200) }));
    const heard = after(
      held,
      reported(report(1, failed)),
      settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }),
    );
    expect(of(heard, 1)).toMatchObject({ state: 'SENT', providerId: 'n1', former: ['m1'] });
    const both = after(held, reported(report(1)), settled({ fence: 2, outcomes: [sentAs(1, 'n1')] }));
    expect(of(both, 1)).toMatchObject({ state: 'SENT', providerId: 'n1', duplicate: true });
    expect(
      stateOf(
        after(both, reported(report(1, { state: 'DELIVERED' }), report(1, { ...failed, providerId: 'n1' }))),
        1,
      ),
    ).toBe('DELIVERED');
  });
});

function now(): Date {
  return later(0);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}
