import {
  after,
  grant,
  inFlight,
  later,
  now,
  outcome,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import { isRetryable } from './apply';
import type { Batch } from './batch';
import { fromDocument, toDocument } from './batch-document';
import type { Fact } from './facts';
import { positionsToFallBack } from './fall-back';

const refused = (i: number) => outcome(i, { permanent: true, reason: 'NO_SUCH_ADDRESS' });
const to = { seq: 2048, position: 0 };
const fellBack = (...positions: number[]): Fact => ({
  type: 'fell-back',
  fallbacks: positions.map((i) => ({ i, to })),
});
const inWindow = (): Batch => ({ ...inFlight(), fallbackUntil: later(3600) });
const exceptionOf = ({ exceptions }: Batch, position: number) => exceptions.find(({ i }) => i === position);

describe('a delivery falls back', () => {
  it('if it failed in time', () => {
    const batch = after(inWindow(), settled({ now: later(60), sent: [1, 2, 3], outcomes: [refused(0)] }));
    expect(positionsToFallBack(batch)).toEqual([0]);
    expect(positionsToFallBack({ ...batch, fallbackUntil: later(59) })).toEqual([]);
  });

  it('only in a campaign with fallbacks', () => {
    const batch = after(inFlight(), settled({ outcomes: [refused(0)] }));
    expect(positionsToFallBack(batch)).toEqual([]);
  });

  it('if its bounce or report arrives later', () => {
    const sent = outcome(0, { kind: 'sent', providerId: 'm0' });
    const batch = after(
      inWindow(),
      settled({ sent: [1, 2, 3], outcomes: [sent] }),
      reported(report(0, { state: 'FAILED', providerId: 'm0', reason: 'NO_SUCH_ADDRESS', permanent: true })),
    );
    expect(positionsToFallBack(batch)).toEqual([0]);
  });

  it('if the recipient opted out of its channel before it was sent, but not if the person was erased', () => {
    const excluded = (reason: 'UNSUBSCRIBED' | 'ERASED') =>
      after(
        { ...inWindow(), state: 'READY', lease: null },
        release,
        grant({ excluded: [{ position: 2, reason }] }),
      );
    expect(positionsToFallBack(excluded('UNSUBSCRIBED'))).toEqual([2]);
    expect(positionsToFallBack(excluded('ERASED'))).toEqual([]);
  });

  it('not while its result is unknown, or while it is tried again', () => {
    const unknown = outcome(0, { kind: 'unknown', reason: 'NO_ANSWER' });
    const temporary = outcome(1, { permanent: false, reason: 'MAILBOX_FULL' });
    const batch = after(inWindow(), settled({ sent: [2, 3], outcomes: [unknown, temporary] }));
    expect(positionsToFallBack(batch)).toEqual([]);
  });

  it('once', () => {
    const failed = after(inWindow(), settled({ outcomes: [refused(0), refused(1)] }));
    const batch = after(failed, fellBack(0));
    expect(positionsToFallBack(batch)).toEqual([1]);
    expect(exceptionOf(batch, 0)).toMatchObject({ state: 'FAILED', reason: 'NO_SUCH_ADDRESS', fallback: to });
    expect(after(batch, fellBack(0))).toBe(batch);
  });

  it('not if it was sent in the meantime', () => {
    const batch = after(inWindow(), settled({ sent: [0, 1, 2, 3] }));
    expect(after(batch, fellBack(0))).toBe(batch);
  });

  it('and is not sent again by a retry, unless no other channel reaches the person', () => {
    const failed = after(inWindow(), settled({ outcomes: [refused(0), refused(1)] }));
    const none: Fact = { type: 'fell-back', fallbacks: [{ i: 1, to: 'NONE' }] };
    const batch = after(failed, fellBack(0), none, settled({ sent: [2, 3] }));
    const selection = { states: ['FAILED' as const], channels: null, reasons: ['NO_SUCH_ADDRESS'] };
    const route = { senderId: 'default', ratePerSecond: null, maxConnections: null };
    expect(
      batch.exceptions.filter((each) => isRetryable(each, 'EMAIL', selection)).map(({ i }) => i),
    ).toEqual([1]);
    const again = after(batch, { type: 'retried', now, run: 2, selection, route });
    expect(again.todo).toEqual([1]);
    expect(exceptionOf(again, 1)).toMatchObject({ state: 'QUEUED', fallback: null });
  });

  it('and is found in the database until the next channel was looked up', () => {
    const failed = after(inWindow(), settled({ outcomes: [refused(0)] }));
    expect(toDocument(failed).fallbackDue).toBe(true);
    const batch = after(failed, fellBack(0));
    expect(toDocument(batch).fallbackDue).toBeUndefined();
    expect(fromDocument(toDocument(batch))).toEqual(batch);
  });
});
