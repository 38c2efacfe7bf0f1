import type {
  Channel,
  Feedback,
  Outcome,
  ReportedState,
  RetrySelection,
  SendingProfile,
  DeliveryReason,
} from '@carillon/contracts';
import type { Exclusion, Fallback, LeaseRate } from './batch';

/** The events of a batch. Times are database times. */
export type Fact =
  | Released
  | ReleaseTakenBack
  | Granted
  | Declined
  | Erased
  | Settled
  | Reported
  | Returned
  | LeaseExpired
  | Cancelled
  | Expired
  | Retried
  | Rerouted
  | FellBack;

/** The leader offers the batch to the workers. If no worker leases it, the batch is ready again at `until`. */
export interface Released {
  type: 'released';
  until: Date;
}

/**
 * The offer was withdrawn: no worker leased it in time, the hint couldn't be sent, the lease was refused, or the
 * campaign was paused.
 */
interface ReleaseTakenBack {
  type: 'release-taken-back';
}

/** A worker requested a lease and gets up to `limit` positions. Excluded recipients are skipped permanently. */
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
  /** Positions that can get free text on WhatsApp. Absent: none. */
  inServiceWindow?: readonly number[];
  /** The daily limits of the sender. Absent: none. */
  rampUp?: GrantedRampUp;
}

/** Only the allowed positions can be leased. The postponed ones wait for the next day. */
interface GrantedRampUp {
  date: string;
  allowed: ReadonlySet<number>;
  postponed: { positions: readonly number[]; until: Date };
}

/** The worker did not get the response to this request, and has sent no message. */
export interface Declined {
  type: 'declined';
  now: Date;
  release: number;
  requestId: string;
}

/** Recipients of a lease were erased before its worker got the response. The worker requests the lease again. */
export interface Erased {
  type: 'erased';
  now: Date;
  requestId: string;
  positions: readonly number[];
}

/**
 * A part of a lease's result; see BatchSettled in contracts. Parts can arrive in any order. The lease ends when each of
 * its positions has a result or was returned.
 */
export interface Settled {
  type: 'settled';
  now: Date;
  fence: number;
  sent: readonly number[];
  outcomes: readonly Outcome[];
  /** Positions that were not started. */
  returned: readonly number[];
  /** When the renewed lease expires. */
  until: Date;
  /** If the provider is down, the remaining positions wait until this time. */
  notBefore: Date | null;
  /** The reason why the remaining positions of the batch can never be sent. Null: they can be sent. */
  permanentFailure: DeliveryReason | null;
  /** The factor of the pauses before the next attempt; see `jitterOf`. */
  jitter: number;
}

/** A provider's later reports on messages that it accepted, in any order. */
export interface Reported {
  type: 'reported';
  now: Date;
  items: readonly Report[];
}

/** The provider's report on the message `providerId` to the position `i`. `at`: when the report was received. */
export interface Report {
  i: number;
  providerId: string;
  state: ReportedState;
  reason: DeliveryReason | null;
  permanent: boolean;
  providerCode: string | null;
  at: Date;
}

/** Bounces and complaints, in any order and at any time after the emails were sent. */
export interface Returned {
  type: 'returned';
  now: Date;
  items: readonly ReturnedItem[];
}

/** `isHard`: whether the email was rejected permanently. `at`: when the bounce was received. */
export interface ReturnedItem {
  i: number;
  feedback: Feedback;
  isHard: boolean;
  reason: DeliveryReason;
  providerCode: string | null;
  at: Date;
}

/** The lease has expired, and none of its results is in transit. */
export interface LeaseExpired {
  type: 'lease-expired';
  now: Date;
}

/** The campaign was canceled or deleted: positions without a lease are not sent. */
export interface Cancelled {
  type: 'cancelled';
  now: Date;
}

/** The batch has waited longer than allowed. */
export interface Expired {
  type: 'expired';
  now: Date;
}

/**
 * The campaign has a further run for some recipients that it did not reach. `route` null: no sender reaches them any
 * longer.
 */
export interface Retried {
  type: 'retried';
  now: Date;
  run: number;
  selection: RetrySelection;
  route: SendingProfile['routes'][Channel];
}

/**
 * The sender `from` can't be used now. The first of the senders `to` that can still accept a recipient gets it, unless
 * `from` may have reached it.
 */
export interface Rerouted {
  type: 'rerouted';
  now: Date;
  from: string;
  to: readonly string[];
}

/** The next channel was looked up for failed deliveries. Deliveries that are no longer failed stay as they are. */
export interface FellBack {
  type: 'fell-back';
  fallbacks: readonly { i: number; to: Fallback }[];
}
