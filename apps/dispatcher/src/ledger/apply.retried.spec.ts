import type { RetrySelection } from '@carillon/contracts';
import { after, grant, inFlight, later, outcome, ready, release, settled } from '../../test/batches';
import type { Fact, Retried } from './facts';
import { tally } from './tally';

const failed: RetrySelection = { states: ['FAILED'], channels: null, reasons: null };
const retried = (more: Partial<Retried> = {}): Fact => ({
  type: 'retried',
  now: later(7200),
  run: 2,
  selection: failed,
  route: { senderId: 'new', ratePerSecond: 5, maxConnections: null },
  ...more,
});
/**
 * Four deliveries: one was sent, one FAILED temporarily until its maximum age, one FAILED permanently, and one is in
 * doubt.
 */
const done = after(
  inFlight(),
  settled({
    outcomes: [
      outcome(1, { reason: 'MAILBOX_FULL', retryAfterMs: 80 * 3_600_000 }),
      outcome(2, { reason: 'NO_SUCH_ADDRESS', permanent: true }),
    ],
    sent: [0],
    returned: [],
  }),
  { type: 'lease-expired', now: later(120) },
  { type: 'expired', now: later(300) },
);

describe('a further run', () => {
  it('starts with a batch of each kind', () => {
    expect(done.state).toBe('DONE');
    expect(tally(done)).toEqual({ SENT: 1, FAILED: 2, UNCONFIRMED: 1 });
  });

  it.each<[string, RetrySelection, number[]]>([
    ['temporary failures', failed, [1]],
    ['failures with chosen reasons', { ...failed, reasons: ['NO_SUCH_ADDRESS', 'ANOTHER'] }, [2]],
    ['doubtful sends, if requested', { ...failed, states: ['UNCONFIRMED'] }, [3]],
    ['both', { ...failed, states: ['FAILED', 'UNCONFIRMED'] }, [1, 3]],
    ['its own channel', { ...failed, channels: ['EMAIL', 'SMS'] }, [1]],
    ['no recipient of another channel', { ...failed, channels: ['SMS'] }, []],
    ['no recipient if the reason does not occur', { ...failed, reasons: ['ANOTHER'] }, []],
  ])('includes %s', (_, selection, todo) => {
    const again = after(done, retried({ selection }));
    expect(again).toMatchObject({ run: 2, todo, state: todo.length > 0 ? 'READY' : 'DONE' });
    expect(tally(again).QUEUED ?? 0).toBe(todo.length);
  });

  it('uses the current sender of the user from now on', () => {
    const again = after(done, retried());
    expect(again).toMatchObject({ sender: 'new', since: later(7200), due: later(7200) });
  });

  it('leaves recipients unchanged if no sender reaches them any longer', () => {
    expect(after(done, retried({ route: null }))).toEqual({ ...done, run: 2 });
  });

  it('requeues each recipient once for repeated or late orders', () => {
    const again = after(done, retried());
    expect(after(again, retried())).toBe(again);
    const failedAgain = after(
      again,
      release,
      grant({ now: later(7200) }),
      settled({ fence: 2, outcomes: [outcome(1, { retryAfterMs: 80 * 3_600_000 })] }),
    );
    expect(failedAgain.state).toBe('DONE');
    expect(after(failedAgain, retried())).toBe(failedAgain);
    expect(after(failedAgain, retried({ run: 3 })).todo).toEqual([1]);
  });

  it('requeues no recipient of a batch that is not done', () => {
    const waiting = ready();
    expect(after(waiting, retried())).toBe(waiting);
  });

  it('restarts its retry schedule, and shows the attempts of both runs', () => {
    let batch = after(done, retried());
    for (let tries = 0; batch.state === 'READY'; tries++) {
      const [at, fence] = [batch.due, batch.fence + 1];
      const more = tries < 2 ? {} : { retryAfterMs: 80 * 3_600_000 };
      const outcomes = [outcome(1, { reason: 'MAILBOX_BUSY', ...more })];
      batch = after(batch, release, grant({ now: at }), settled({ now: at, fence, outcomes }));
      if (tries === 0) expect(batch.due.getTime() - at.getTime()).toBe(60_000);
    }
    expect(batch.exceptions[0]).toMatchObject({ i: 1, state: 'FAILED', attempts: 4, attemptsBefore: 1 });
  });

  it('is not ended by a repeated settlement of the previous run', () => {
    const refused = settled({
      outcomes: [outcome(2, { reason: 'NO_SUCH_ADDRESS', permanent: true })],
      returned: [],
    });
    const again = after(done, retried({ selection: { ...failed, reasons: ['NO_SUCH_ADDRESS'] } }));
    expect(after(again, refused)).toBe(again);
    expect(after(again, release, grant({ now: later(7200) }), refused).lease?.positions).toEqual([2]);
  });

  it('skips a recipient who turns out to be reached by the previous run', () => {
    const again = after(done, retried({ selection: { ...failed, states: ['UNCONFIRMED'] } }));
    expect(after(again, settled({ sent: [3] }))).toMatchObject({ state: 'DONE', todo: [] });
    const held = after(again, release, grant({ now: later(7200) }), settled({ sent: [3] }));
    const both = after(held, settled({ fence: 2, sent: [3], returned: [] }));
    expect(both.exceptions.find(({ i }) => i === 3)).toMatchObject({ state: 'SENT', duplicate: true });
  });

  it('keeps the doubts of the previous run when it is canceled', () => {
    const again = after(done, retried({ selection: { ...failed, states: ['FAILED', 'UNCONFIRMED'] } }));
    const cancelled = after(again, { type: 'cancelled', now: later(7300) });
    expect(tally(cancelled)).toEqual({ SENT: 1, CANCELLED: 1, FAILED: 1, UNCONFIRMED: 1 });
  });
});
