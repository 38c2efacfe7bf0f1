import type { Outcome } from '@carillon/contracts';
import { apply } from '../src/ledger/apply';
import type { Batch } from '../src/ledger/batch';
import type { Fact, Granted, Report, Settled } from '../src/ledger/facts';

/** Batches and facts about them, for tests without a database. */
export const now = new Date('2026-03-01T12:00:00.000Z');
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** A batch of four emails that is waiting to be released. */
export const ready = (more: Partial<Batch> = {}): Batch => ({
  id: '65e1c0000000000000000001-0000001024',
  campaign: '65e1c0000000000000000001',
  user: '65e1c0000000000000000002',
  channel: 'EMAIL',
  sender: 'default',
  seq: 1024,
  recipientPage: '65e1c0000000000000000001-1',
  offset: 0,
  size: 4,
  state: 'READY',
  rev: 1,
  due: now,
  release: 0,
  releasedUntil: null,
  fence: 0,
  lease: null,
  todo: [0, 1, 2, 3],
  cancelled: false,
  outcome: { state: 'SENT', reason: null },
  exceptions: [],
  plannedAt: now,
  run: 1,
  since: now,
  settledAt: null,
  progress: [],
  ...more,
});

export const release: Fact = { type: 'released', until: later(10) };

export const grant = (more: Partial<Granted> = {}): Granted => ({
  type: 'granted',
  now,
  holder: 'worker-1',
  requestId: 'request-1',
  until: later(90),
  limit: 200,
  probe: false,
  rate: { sendsPerSecond: null, concurrency: null, startAt: null },
  excluded: [],
  ...more,
});

/** A result of the first lease. Positions without a result are returned. */
export const settled = (more: Partial<Settled> = {}): Settled => ({
  type: 'settled',
  now,
  fence: 1,
  sent: [],
  outcomes: [],
  returned: [0, 1, 2, 3, 4, 5, 6, 7],
  until: later(90),
  notBefore: null,
  permanentFailure: null,
  jitter: 1,
  ...more,
});

/** A failure, temporary by default. */
export const outcome = (i: number, more: Partial<Outcome> = {}): Outcome => ({
  i,
  kind: 'failed',
  reason: null,
  permanent: false,
  providerCode: null,
  providerId: null,
  segments: null,
  retryAfterMs: null,
  ...more,
});

/** A report on the message `m<i>`. By default, it reports that the message was sent. */
export const report = (i: number, more: Partial<Report> = {}): Report => ({
  i,
  providerId: `m${i}`,
  state: 'SENT',
  reason: null,
  permanent: false,
  providerCode: null,
  at: now,
  ...more,
});

export const reported = (...items: Report[]): Fact => ({ type: 'reported', now: later(60), items });

export const after = (batch: Batch, ...facts: Fact[]): Batch => facts.reduce(apply, batch);

/** The same batch, leased to a worker. */
export const inFlight = (more: Partial<Batch> = {}): Batch => after(ready(more), release, grant());
