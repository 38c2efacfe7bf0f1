import type { Channel, Outcome, ReportedState, RetrySelection, SendingProfile } from '@carillon/contracts';
import type { LeaseRate, Exclusion } from './batch';

/** Everything that can happen to a batch. Times are the database's. */
export type Fact =
  Released | ReleaseExpired | Granted | Settled | Reported | LeaseExpired | Cancelled | Expired | Retried;

/** The leader offers the batch to the workers; untaken, it is ready again at `until`. */
export interface Released {
  type: 'released';
  until: Date;
}

/** Nobody took it, or the hint could not be sent. */
interface ReleaseExpired {
  type: 'release-expired';
}

/** A worker asked for it and gets up to `limit` positions; the excluded ones are skipped for good. */
export interface Granted {
  type: 'granted';
  now: Date;
  holder: string;
  requestId: string;
  until: Date;
  limit: number;
  probe: boolean;
  rate: LeaseRate;
  excluded: readonly Exclusion[];
  /** Those to whom WhatsApp takes free text; absent: nobody. */
  inServiceWindow?: readonly number[];
}

/**
 * A piece of a lease's result; see BatchSettled in contracts. Pieces may come in any order: the lease is over when each of
 * its positions was answered for or returned.
 */
export interface Settled {
  type: 'settled';
  now: Date;
  fence: number;
  sent: readonly number[];
  outcomes: readonly Outcome[];
  /** Not started. */
  returned: readonly number[];
  /** The renewed lease. */
  until: Date;
  /** While the provider is down, what is left waits until then. */
  notBefore: Date | null;
  /** Why nothing more of the batch can ever be sent; null: it can. */
  permanentFailure: string | null;
}

/** What the provider said later about messages that it took, in whatever order. */
export interface Reported {
  type: 'reported';
  now: Date;
  items: readonly Report[];
}

/** The provider's word about the message `providerId` to the position `i`; `at`: when it was heard. */
export interface Report {
  i: number;
  providerId: string;
  state: ReportedState;
  reason: string | null;
  permanent: boolean;
  providerCode: string | null;
  at: Date;
}

/** The lease has expired and nothing more of it can be on the way. */
export interface LeaseExpired {
  type: 'lease-expired';
  now: Date;
}

/** The campaign was cancelled or deleted: what is not leased is not sent. */
export interface Cancelled {
  type: 'cancelled';
  now: Date;
}

/** It waited longer than a campaign may. */
export interface Expired {
  type: 'expired';
  now: Date;
}

/** The campaign has a further run for some of those whom it did not reach; `route` null: there is no way to them any more. */
export interface Retried {
  type: 'retried';
  now: Date;
  run: number;
  selection: RetrySelection;
  route: SendingProfile['routes'][Channel];
}
