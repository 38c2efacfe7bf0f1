import type { Feedback } from '@carillon/contracts';
import {
  after,
  grant,
  inFlight,
  later,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import { exceptionOf, leaseExpired } from '../../test/called-back';
import type { Batch } from './batch';
import { fromDocument, toDocument } from './batch-document';
import type { Fact, ReturnedItem } from './facts';
import { feedbackOf } from './report-rules';
import { addUp, readSummary, summarize } from './summary';
import { holds, tally, tallyReturned } from './tally';

const item = (i: number, feedback: Feedback, more: Partial<ReturnedItem> = {}): ReturnedItem => ({
  i,
  feedback,
  isHard: true,
  reason: 'NO_SUCH_ADDRESS',
  providerCode: '550 5.1.1',
  at: later(50),
  ...more,
});
const returned = (...items: ReturnedItem[]): Fact => ({ type: 'returned', now: later(60), items });
const hard = returned(item(1, 'BOUNCED'));
const soft = returned(
  item(1, 'BOUNCED', { isHard: false, reason: 'MAILBOX_FULL', providerCode: '452 4.2.2' }),
);
const complaint = returned(item(1, 'COMPLAINED', { reason: 'COMPLAINT', providerCode: 'abuse' }));
const arrival = (state: 'DELIVERED' | 'READ'): Fact => reported(report(1, { state }));
const allSent = settled({ sent: [0, 1, 2, 3], returned: [] });
const sent = after(inFlight(), allSent);

/** The states before and after the fact in short form. */
function shortState(batch: Batch): string {
  const exception = exceptionOf(batch, 1);
  const how = exception?.state === 'FAILED' ? (exception.permanent ? ' hard' : ' soft') : '';
  return exception ? `${exception.state} ${feedbackOf(exception) ?? '-'}${how}` : 'SENT -';
}

const table: [string, Fact[], string][] = [
  ['a permanent bounce', [hard], 'FAILED BOUNCED hard'],
  ['a temporary bounce', [soft], 'FAILED BOUNCED soft'],
  ['a complaint', [complaint], 'DELIVERED COMPLAINED'],
  ['a repeated bounce', [hard, hard], 'FAILED BOUNCED hard'],
  ['a permanent, then a temporary bounce', [hard, soft], 'FAILED BOUNCED hard'],
  ['a temporary, then a permanent bounce', [soft, hard], 'FAILED BOUNCED hard'],
  ['a bounce and a complaint', [hard, complaint], 'DELIVERED COMPLAINED'],
  ['a complaint and a bounce', [complaint, hard], 'DELIVERED COMPLAINED'],
  ['a delivery and a bounce', [arrival('DELIVERED'), hard], 'FAILED BOUNCED hard'],
  ['a bounce and a delivery', [hard, arrival('DELIVERED')], 'FAILED BOUNCED hard'],
  ['a read receipt and a bounce', [arrival('READ'), hard], 'READ -'],
  ['a bounce and a read receipt', [hard, arrival('READ')], 'READ -'],
  ['a complaint and a read receipt', [complaint, arrival('READ')], 'DELIVERED COMPLAINED'],
  ['a repeated settlement', [hard, allSent], 'FAILED BOUNCED hard'],
  ['a settlement of an earlier lease', [hard, settled({ sent: [1], fence: 0 })], 'FAILED BOUNCED hard'],
  ['a complaint and the settlement', [complaint, allSent], 'DELIVERED COMPLAINED'],
];

describe('a returned email after its settlement', () => {
  it.each(table)('%s', (_, facts, expected) => expect(shortState(after(sent, ...facts))).toBe(expected));

  it('has the same result in any order of the reports', () => {
    const reports = [hard, soft, arrival('DELIVERED'), arrival('READ'), complaint];
    for (const some of [reports, reports.slice(0, 4), reports.slice(0, 3), reports.slice(0, 2)]) {
      const ends = permutations(some).map((order) => shortState(after(sent, ...order)));
      expect(new Set(ends).size).toBe(1);
    }
  });

  it('has a reason, a code, and times', () => {
    expect(exceptionOf(after(sent, hard), 1)).toMatchObject({
      reason: 'NO_SUCH_ADDRESS',
      providerCode: '550 5.1.1',
      sentAt: sent.settledAt,
      deliveredAt: null,
      attempts: 1,
      at: later(60),
    });
    expect(exceptionOf(after(sent, complaint), 1)).toMatchObject({ deliveredAt: later(50) });
  });

  it('is the same object after a fact without effect', () => {
    const both = after(sent, hard);
    for (const fact of [hard, soft, arrival('DELIVERED')]) expect(after(both, fact)).toBe(both);
    const batch = ready();
    expect(after(batch, hard)).toBe(batch);
    expect(after(sent, returned(item(99, 'BOUNCED')))).toBe(sent);
  });
});

describe('a returned email before its settlement', () => {
  const back = after(inFlight(), hard);

  it('leaves the lease, and is kept when the worker reports that it was sent', () => {
    expect(back).toMatchObject({ state: 'LEASED', todo: [0, 2, 3], lease: { positions: [0, 2, 3] } });
    expect(shortState(after(back, allSent))).toBe('FAILED BOUNCED hard');
    expect(tally(after(back, allSent))).toEqual({ SENT: 3, FAILED: 1 });
  });

  it('resolves the doubt of a lost worker', () => {
    const lost = after(inFlight(), leaseExpired);
    expect(shortState(after(lost, hard))).toBe('FAILED BOUNCED hard');
    expect(after(lost, hard).todo).not.toContain(1);
    // A queued recipient: the next email shows whether the problem persists.
    expect(after(lost, soft)).toBe(lost);
  });

  it('does not undo a refusal', () => {
    const refused = after(
      inFlight(),
      settled({ outcomes: [outcome(1, { permanent: true, reason: 'REFUSED' })] }),
    );
    expect(after(refused, hard)).toBe(refused);
    expect(shortState(after(refused, complaint))).toBe('DELIVERED COMPLAINED');
  });
});

describe('a further run', () => {
  const selection = { states: ['FAILED' as const], channels: null, reasons: null };
  const route = { senderId: 'default', ratePerSecond: null, maxConnections: null };
  const again: Fact = { type: 'retried', now: later(90), run: 2, selection, route };

  it('includes recipients with temporary bounces, but not with permanent ones', () => {
    expect(after(sent, soft, again)).toMatchObject({ state: 'READY', todo: [1] });
    expect(after(sent, hard, again)).toMatchObject({ state: 'DONE', todo: [] });
    expect(after(sent, complaint, again)).toMatchObject({ state: 'DONE', todo: [] });
  });

  it('starts again', () => {
    const twice = after(
      sent,
      soft,
      again,
      release,
      grant({ now: later(100), until: later(200) }),
      settled({ fence: 2, sent: [1], now: later(110) }),
    );
    expect(shortState(twice)).toBe('SENT -');
    expect(tallyReturned(twice)).toBeNull();
    expect(shortState(after(twice, hard))).toBe('FAILED BOUNCED hard');
  });
});

describe('bounces and complaints', () => {
  const batch = after(
    sent,
    hard,
    returned(item(2, 'COMPLAINED', { reason: 'COMPLAINT', providerCode: 'abuse' })),
  );

  it('are counted in addition to the states', () => {
    expect(tally(batch)).toEqual({ SENT: 2, DELIVERED: 1, FAILED: 1 });
    expect(tallyReturned(batch)).toEqual({ bounced: 1, hard: 1, complained: 1 });
    expect(holds(tally(batch), tallyReturned(batch))).toEqual([
      'SENT',
      'DELIVERED',
      'FAILED',
      'BOUNCED',
      'COMPLAINED',
    ]);
  });

  it('are summed in the summary', () => {
    const summary = readSummary(summarize(batch, tally(batch), tallyReturned(batch)));
    const reasons = [
      { state: 'DELIVERED', reason: 'COMPLAINT', providerCode: 'abuse', count: 1, feedback: 'COMPLAINED' },
      {
        state: 'FAILED',
        reason: 'NO_SUCH_ADDRESS',
        providerCode: '550 5.1.1',
        count: 1,
        feedback: 'BOUNCED',
      },
    ];
    expect(summary.reasons).toEqual(reasons);
    const added = addUp([
      { ...summary, batches: 3 },
      { ...readSummary(summarize(sent, tally(sent))), batches: 1 },
    ]);
    expect(added.returned).toEqual({ EMAIL: { bounced: 3, hard: 3, complained: 3 } });
    expect(added.reasons).toEqual(reasons.map((row) => ({ ...row, channel: 'EMAIL', count: 3 })));
  });

  it('are absent from a summary without any', () => {
    expect(summarize(sent, tally(sent), tallyReturned(sent))).toBe(summarize(sent, tally(sent)));
    expect(addUp([{ ...readSummary(summarize(sent, tally(sent))), batches: 1 }])).not.toHaveProperty(
      'returned',
    );
  });

  it('are stored and read', () => {
    expect(fromDocument(toDocument(batch))).toEqual(batch);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((one, index) => permutations(items.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}
