import type { Outcome, RetrySelection } from '@carillon/contracts';
import type { Batch, Exception } from '../src/ledger/batch';
import type { Fact } from '../src/ledger/facts';
import { statesOf } from '../src/ledger/tally';
import { after, inFlight, later, outcome, settled } from './batches';

/** Batches of SMS whose provider sends callbacks, for tests without a database. */
export const sms = { channel: 'SMS' } as const;
export const leaseExpired: Fact = { type: 'lease-expired', now: later(120) };
export const failed = { state: 'FAILED', reason: 'HANDSET_UNREACHABLE', providerCode: '30003' } as const;
export const sentAs = (i: number, providerId: string | null, segments: number | null = 1): Outcome =>
  outcome(i, { kind: 'sent', providerId, segments });
export const exceptionOf = (batch: Batch, i: number): Exception | undefined =>
  batch.exceptions.find((each) => each.i === i);
export const stateOf = (batch: Batch, i: number): string | null => statesOf(batch)(i);

/** A batch whose recipients were sent the messages m0 to m3, of one segment each. */
export const sent = after(inFlight(sms), settled({ outcomes: [0, 1, 2, 3].map((i) => sentAs(i, `m${i}`)) }));
const everyFailure: RetrySelection = { states: ['FAILED', 'UNCONFIRMED'], channels: null, reasons: null };
export const again = (run = 2): Fact => ({
  type: 'retried',
  now: later(7200),
  run,
  selection: everyFailure,
  route: { senderId: 'new', ratePerSecond: null, maxConnections: null },
});
