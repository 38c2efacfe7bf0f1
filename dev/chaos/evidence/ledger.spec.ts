import { ObjectId } from 'mongodb';
import { type StoredBatch, describeHistory, entriesOf, findDoubts } from './ledger';

const UNTIL = new Date('2026-01-01T00:00:10Z');
const later = new Date('2026-01-01T00:00:12Z');
const sooner = new Date('2026-01-01T00:00:05Z');
const addressOf = (_: unknown, position: number): string => `nr ${position}`;

const held: StoredBatch = {
  _id: 'c-1',
  campaign: new ObjectId(),
  channel: 'EMAIL',
  recipientPage: 'c-0',
  offset: 0,
  size: 4,
  rev: 7,
  release: 3,
  state: 'LEASED',
  todo: [0, 3],
  cancelled: false,
  lease: { fence: 1, until: UNTIL, positions: [0, 1], holder: 'w' },
  outcome: { state: 'SENT', reason: null },
  exceptions: [],
};
const doubted = (reason: string): StoredBatch => ({
  ...held,
  lease: null,
  exceptions: [{ i: 0, state: 'QUEUED', reason, doubts: 1 }],
});

describe('the deliveries of a ledger', () => {
  it('are BOUNCED or COMPLAINED if they were returned and not sent again', () => {
    const batch: StoredBatch = {
      ...held,
      lease: null,
      todo: [3, 3],
      exceptions: [
        { i: 0, state: 'FAILED', feedback: 'BOUNCED', reason: 'MAILBOX_FULL' },
        { i: 1, state: 'DELIVERED', feedback: 'COMPLAINED' },
        { i: 2, state: 'DELIVERED', feedback: 'BOUNCED' },
        { i: 3, state: 'QUEUED', feedback: 'BOUNCED' },
      ],
    };
    const states = entriesOf([batch], addressOf).map(({ state }) => state);
    expect(states).toEqual(['BOUNCED', 'COMPLAINED', 'DELIVERED', 'QUEUED']);
  });
});

describe('the doubts in a ledger’s history', () => {
  it('are the positions of a lease that expired without a report', () => {
    const versions = [
      { batch: held, at: sooner },
      { batch: doubted('WORKER_LOST'), at: later },
    ];
    expect(findDoubts(versions, addressOf)).toEqual([
      { channel: 'EMAIL', address: 'nr 0', cause: 'expired', reason: 'WORKER_LOST', holder: 'w' },
    ]);
  });

  it('are premature if the lease had not expired', () => {
    const versions = [
      { batch: held, at: sooner },
      { batch: doubted('WORKER_LOST'), at: sooner },
    ];
    expect(findDoubts(versions, addressOf)).toMatchObject([{ cause: 'early' }]);
  });

  it('are the positions that a worker reports as unknown', () => {
    const versions = [
      { batch: held, at: sooner },
      { batch: doubted('CONNECTION_LOST'), at: sooner },
    ];
    expect(findDoubts(versions, addressOf)).toMatchObject([{ cause: 'unknown', reason: 'CONNECTION_LOST' }]);
  });

  it('are counted each time, but not for other changes', () => {
    const again = { ...held, exceptions: doubted('WORKER_LOST').exceptions };
    const twice = {
      ...again,
      lease: null,
      exceptions: [{ i: 0, state: 'QUEUED' as const, reason: 'WORKER_LOST', doubts: 2 }],
    };
    const versions = [held, doubted('WORKER_LOST'), again, again, twice].map((batch) => ({
      batch,
      at: later,
    }));
    expect(findDoubts(versions, addressOf)).toHaveLength(2);
  });
});

describe('the history of a batch', () => {
  it('contains the time of each version, and the holder and end of each lease', () => {
    const versions = [
      { batch: held, at: sooner },
      { batch: { ...doubted('WORKER_LOST'), state: 'READY' }, at: later },
    ];
    expect(describeHistory(versions, held._id)).toEqual([
      '2026-01-01T00:00:05.000Z rev 7, release 3: LEASED, 4 left, 2 leased by w with fence 1 until 2026-01-01T00:00:10.000Z',
      '2026-01-01T00:00:12.000Z rev 7, release 3: READY, 4 left',
    ]);
  });
});
