import { type SuppressionReason } from '@carillon/contracts';
import {
  type Caused,
  type EligibilityEvent,
  type Eligibility,
  eligibilityAfter,
  strongest,
  unknownAddress,
} from './eligibility';

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const because = (reason: Caused['reason'], second: number): Caused => ({
  type: 'caused',
  reason,
  sender: null,
  at: at(second),
  source: null,
});
const stop = (second: number, providerId = `stop ${second}`): EligibilityEvent => ({
  ...because('STOPPED', second),
  providerId,
});
const start = (second: number, providerId = `start ${second}`): EligibilityEvent => ({
  type: 'restarted',
  at: at(second),
  providerId,
});
const doubt = (minute: number, source = 'provider'): EligibilityEvent => ({
  type: 'doubted',
  at: at(60 * minute),
  source,
});
const DAY = 1_440;
const arrival = (minute: number): EligibilityEvent => ({ type: 'arrived', at: at(60 * minute) });
const passing = (day: number, campaign = day): EligibilityEvent => ({
  type: 'passed',
  at: at(86_400 * day),
  source: `campaign ${campaign}`,
});
const manual: EligibilityEvent = { type: 'requested', at: at(0), source: 'request' };
const lift = (messageId: string, confirmed = true): EligibilityEvent => ({
  ...{ type: 'lifted', messageId, confirmed },
  ...{ at: at(50), by: null, why: null },
});

const confirmation = (requested: number): EligibilityEvent => ({
  type: 'confirmed',
  requestedAt: at(requested),
  at: at(50),
  source: 'sign-up',
});

const after = (...events: EligibilityEvent[]): Eligibility => events.reduce(eligibilityAfter, unknownAddress);
const reasons = ({ causes }: Eligibility): SuppressionReason[] => causes.map(({ reason }) => reason);

/** The events, and the remaining reasons in the order of their arrival. */
const table: [string, EligibilityEvent[], SuppressionReason[]][] = [
  ['nothing', [], []],
  ['a STOP', [stop(1)], ['STOPPED']],
  ['a STOP twice', [stop(1), stop(1)], ['STOPPED']],
  ['a STOP and a START', [stop(1), start(2)], []],
  ['a START that arrives before its earlier STOP', [start(2), stop(1)], []],
  ['a STOP, a START and the STOP again', [stop(1), start(2), stop(1)], []],
  ['a STOP after a START', [stop(1), start(2), stop(3)], ['STOPPED']],
  ['a START that arrives after a later STOP', [stop(1), stop(3), start(2)], ['STOPPED']],
  ['a START with the time of a STOP', [stop(1), start(1)], ['STOPPED']],
  ['a STOP with the time of a START', [start(1), stop(1)], []],
  ['a STOP that is repeated with a later time, after a START', [stop(1, 'a'), start(2), stop(3, 'a')], []],
  [
    'a START that is repeated with a later time, after a STOP',
    [stop(1), start(2, 'a'), stop(3), start(4, 'a')],
    ['STOPPED'],
  ],
  ['a STOP that arrives after a START, and is repeated', [start(2), stop(1, 'a'), stop(3, 'a')], []],
  ['a deletion, and the STOP again with a later time', [stop(1, 'a'), lift('x'), stop(3, 'a')], []],
  ['a refusal for a STOP after a START', [stop(1), start(2), because('STOPPED', 3)], ['STOPPED']],
  ['a START after a manual suppression', [manual, start(1)], ['MANUAL']],
  ['a START after both', [manual, stop(1), start(2)], ['MANUAL']],
  ['a START after an unsubscribe request', [because('UNSUBSCRIBED', 1), start(2)], ['UNSUBSCRIBED']],
  ['a START after a bounce', [because('BOUNCED', 1), start(2)], ['BOUNCED']],
  ['a START after a complaint', [because('COMPLAINED', 1), start(2)], ['COMPLAINED']],
  ['two causes', [because('BOUNCED', 1), because('UNSUBSCRIBED', 2)], ['BOUNCED', 'UNSUBSCRIBED']],
  ['two bounces', [because('BOUNCED', 1), because('BOUNCED', 2)], ['BOUNCED']],
  ['a manual suppression twice', [manual, manual], ['MANUAL']],
  ['a sign-up after an unsubscribe request', [because('UNSUBSCRIBED', 1), confirmation(2)], []],
  ['a sign-up after a STOP', [stop(1), confirmation(2)], []],
  [
    'a sign-up before an unsubscribe request',
    [because('UNSUBSCRIBED', 3), confirmation(2)],
    ['UNSUBSCRIBED'],
  ],
  [
    'a sign-up between two unsubscribe requests',
    [because('UNSUBSCRIBED', 1), because('UNSUBSCRIBED', 3), confirmation(2)],
    ['UNSUBSCRIBED'],
  ],
  [
    'a sign-up, and the same unsubscribe request again',
    [because('UNSUBSCRIBED', 1), confirmation(2), because('UNSUBSCRIBED', 1)],
    [],
  ],
  [
    'a sign-up, and a later unsubscribe request',
    [because('UNSUBSCRIBED', 1), confirmation(2), because('UNSUBSCRIBED', 3)],
    ['UNSUBSCRIBED'],
  ],
  [
    'a sign-up after all other causes',
    [manual, because('BOUNCED', 1), because('COMPLAINED', 1), confirmation(2)],
    ['MANUAL', 'BOUNCED', 'COMPLAINED'],
  ],
  ['a deletion', [manual, lift('a')], []],
  ['a deletion of all causes', [manual, stop(1), because('BOUNCED', 1), lift('a')], []],
  [
    'a deletion that is not confirmed',
    [manual, stop(1), because('BOUNCED', 1), lift('a', false)],
    ['STOPPED'],
  ],
  ['a deletion, and the same STOP again', [stop(1), lift('a'), stop(1)], []],
  ['a deletion, and a STOP before that one', [stop(2), lift('a'), stop(1)], []],
  ['a deletion, and a later STOP', [stop(1), lift('a'), stop(2)], ['STOPPED']],
  ['a deletion twice, and a later STOP in between', [stop(1), lift('a'), stop(2), lift('a')], ['STOPPED']],
  ['a deletion, and the same bounce again', [because('BOUNCED', 1), lift('a'), because('BOUNCED', 1)], []],
  [
    'a deletion, and the same unsubscribe request again',
    [because('UNSUBSCRIBED', 1), lift('a'), because('UNSUBSCRIBED', 1)],
    [],
  ],
  ['a deletion, and an earlier STOP that arrives late', [manual, lift('a'), stop(1)], ['STOPPED']],
  ['four campaigns with temporary bounces', [1, 2, 3, 4].map((day) => passing(day)), []],
  ['five campaigns with temporary bounces', [1, 2, 3, 4, 60].map((day) => passing(day)), ['BOUNCED']],
  ['five in another order', [60, 2, 4, 3, 1].map((day) => passing(day)), ['BOUNCED']],
  ['five over more than sixty days', [1, 2, 3, 4, 62].map((day) => passing(day)), []],
  ['one campaign five times', [1, 2, 3, 4, 5].map((day) => passing(day, 1)), []],
  [
    'a deletion, and four more',
    [manual, passing(-2), lift('a'), ...[1, 2, 3, 4].map((day) => passing(day))],
    [],
  ],
  [
    'a deletion, and five more',
    [manual, passing(-2), lift('a'), ...[1, 2, 3, 4, 5].map((day) => passing(day))],
    ['BOUNCED'],
  ],
  ['a doubt', [doubt(0)], []],
  ['a doubt twice', [doubt(0), doubt(0)], []],
  ['three doubts about one email', [doubt(0), doubt(59), doubt(30)], []],
  ['three doubts about one campaign', [0, 1, 2].map((day) => doubt(day * DAY, 'campaign 1')), []],
  ['a second doubt the next day', [doubt(0), doubt(DAY)], []],
  ['a third doubt within thirty days', [doubt(0), doubt(DAY), doubt(30 * DAY)], ['BOUNCED']],
  ['three in another order', [doubt(30 * DAY), doubt(0), doubt(DAY)], ['BOUNCED']],
  ['a third doubt later than that', [doubt(0), doubt(DAY), doubt(30 * DAY + 1)], []],
  [
    'three within thirty days, and an older one',
    [doubt(-9 * DAY), doubt(0), doubt(29 * DAY), doubt(30 * DAY)],
    ['BOUNCED'],
  ],
  [
    'three doubts with a delivered email in between',
    [doubt(0), doubt(DAY), arrival(2 * DAY), doubt(3 * DAY)],
    [],
  ],
  [
    'three doubts since an email was delivered',
    [doubt(0), arrival(1), doubt(DAY), doubt(2 * DAY), doubt(3 * DAY)],
    ['BOUNCED'],
  ],
  [
    'four campaigns, a delivered email, and a fifth',
    [...[1, 2, 3, 4].map((day) => passing(day)), arrival(4 * DAY + 1), passing(5)],
    [],
  ],
  ['a doubt, a deletion, and two more', [manual, doubt(-DAY), lift('a'), doubt(DAY), doubt(2 * DAY)], []],
  [
    'a deletion, and three more',
    [manual, lift('a'), doubt(DAY), doubt(2 * DAY), doubt(3 * DAY)],
    ['BOUNCED'],
  ],
  ['a deletion, and a manual suppression again', [manual, lift('a'), manual], ['MANUAL']],
  ['an old bounce after a younger STOP', [stop(5), because('BOUNCED', 1)], ['STOPPED', 'BOUNCED']],
];

describe('eligibilityAfter', () => {
  it.each(table)('after %s', (_, events, left) => expect(reasons(after(...events))).toEqual(left));

  it('returns the same object if a report changes nothing', () => {
    const eligibility = after(manual, stop(3), because('BOUNCED', 3), lift('a'), manual, stop(4));
    const old = [manual, stop(4), stop(3), because('STOPPED', 4), because('BOUNCED', 3), lift('a')];
    for (const event of old) expect(eligibilityAfter(eligibility, event)).toBe(eligibility);
    expect(eligibilityAfter(unknownAddress, lift('b'))).toBe(unknownAddress);
  });

  it('gives the same result for every order of STOP and START messages, each once or twice', () => {
    const keywords = [stop(1), start(2), stop(3), start(4)];
    for (const order of permutations([...keywords, stop(1), stop(3)]))
      expect(reasons(after(...order))).toEqual([]);
    for (const order of permutations([...keywords, stop(5), start(4)]))
      expect(reasons(after(...order))).toEqual(['STOPPED']);
  });

  it('keeps the IDs of the latest fifty messages', () => {
    const keywords = Array.from({ length: 60 }, (_, n) => stop(n));
    expect(after(...keywords).providerIds).toEqual(Array.from({ length: 50 }, (_, n) => `stop ${n + 10}`));
  });

  it('keeps the latest fifty lifted causes, with who lifted them', () => {
    const { causes, lifted } = after(stop(1), because('BOUNCED', 2), start(3), lift('a'));
    expect(causes).toEqual([]);
    expect(lifted).toMatchObject([
      {
        reason: 'STOPPED',
        at: at(1),
        liftedAt: at(3),
        liftedBy: { type: 'RECIPIENT', source: 'message start 3' },
      },
      { reason: 'BOUNCED', at: at(2), liftedAt: at(50), liftedBy: { type: 'KEY', by: null, why: null } },
    ]);
    const many = Array.from({ length: 60 }, (_, n) => [manual, lift(`lift ${n}`)]).flat();
    expect(after(stop(1), start(2), ...many).lifted).toHaveLength(50);
    expect(after(stop(1), start(2), ...many).lifted.at(0)?.reason).toBe('MANUAL');
  });

  it('keeps the sender, time, and source of the first report of each reason', () => {
    const first: EligibilityEvent = {
      type: 'caused',
      reason: 'STOPPED',
      sender: '+1',
      at: at(1),
      source: 'message 1',
    };
    const second: EligibilityEvent = { ...first, sender: '+2', at: at(2), source: 'message 2' };
    expect(after(first, second).causes).toEqual([
      { reason: 'STOPPED', sender: '+1', at: at(1), source: 'message 1' },
    ]);
  });

  it.each<[SuppressionReason, EligibilityEvent[]]>([
    [
      'UNSUBSCRIBED',
      [manual, because('BOUNCED', 1), stop(1), because('COMPLAINED', 1), because('UNSUBSCRIBED', 1)],
    ],
    ['COMPLAINED', [manual, because('BOUNCED', 1), stop(1), because('COMPLAINED', 1)]],
    ['STOPPED', [manual, because('BOUNCED', 1), stop(1)]],
    ['BOUNCED', [manual, because('BOUNCED', 1)]],
    ['MANUAL', [manual]],
  ])('shows %s before weaker reasons', (reason, events) => {
    expect(strongest(after(...events))?.reason).toBe(reason);
    expect(strongest(after(...events.toReversed()))?.reason).toBe(reason);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
