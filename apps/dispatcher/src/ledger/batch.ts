import type { Channel, DeliveryState, WithdrawalReason } from '@carillon/contracts';
import type { Piece } from './progress';

export type BatchState = 'READY' | 'RELEASED' | 'HELD' | 'DONE' | 'CANCELLED';

/**
 * What is known of one position beyond the batch's verdict. `state` QUEUED: it failed for a while and is still to be
 * sent, not before `notBefore`. `attempts` counts the provider's answers, `doubts` the sends of this run whose answer is
 * unknown, `patience` how often in this run the provider asked to wait.
 */
export interface Exception {
  i: number;
  state: DeliveryState;
  reason: string | null;
  permanent: boolean;
  attempts: number;
  /** Attempts of earlier runs: what is tried how often and when is counted anew in each. */
  attemptsBefore: number;
  patience: number;
  doubts: number;
  /** Sends of all runs of which it is not known what became of them: if it is given up, that is UNCONFIRMED. */
  doubtful: number;
  /** Its first failure of this run; null: none. */
  failingSince: Date | null;
  providerCode: string | null;
  /** The provider's name for the message that the state is about; null: not known (yet). */
  providerId: string | null;
  /** Names of messages that decide nothing any more, as they belong to an earlier attempt or have failed. */
  former: readonly string[];
  /** What the message counts for at its provider. */
  segments: number | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  notBefore: Date | null;
  /** The hand whose provider gave this answer; null: no provider did. */
  answeredBy: number | null;
  /** A second hand has sent it, too. */
  duplicate: boolean;
  at: Date;
}

/** How fast a hand may be worked on; null: nothing is said about it. */
export interface Tempo {
  pacePerSecond: number | null;
  /** Sends at the same time. */
  concurrency: number | null;
  /** No send before (database time). */
  startAt: Date | null;
}

/** A worker's right to send to `positions` until `until` (database time). */
export interface HandRecord {
  holder: string;
  requestId: string;
  fence: number;
  until: Date;
  /** Not answered for yet. */
  positions: number[];
  /** Its answer tells whether the integration can be used again. */
  probe: boolean;
  tempo: Tempo;
  /** Those to whom WhatsApp took free text when it was granted; absent: nobody. */
  conversing?: readonly number[];
}

/** What became of a position that is neither to be sent nor an exception. */
export interface Verdict {
  state: 'SENT' | 'SKIPPED';
  reason: string | null;
}

/**
 * Up to some hundred recipients of one campaign and channel: the unit of release, of sending and of writing.
 * Positions run from 0 to `size` - 1 and point, with `offset`, into the roster. Each position is in `todo`, or has a
 * final exception, or is a hole (the address belongs to another batch), or follows the verdict.
 */
export interface Batch {
  id: string;
  campaign: string;
  user: string;
  channel: Channel;
  integration: string | null;
  seq: number;
  roster: string;
  offset: number;
  size: number;
  state: BatchState;
  rev: number;
  /** Not released before (database time). */
  due: Date;
  /** Counts releases: a hint of an earlier one is stale. */
  release: number;
  /** While RELEASED: when it is ready again if nobody took it. */
  releasedUntil: Date | null;
  /** Raised with every hand. */
  fence: number;
  hand: HandRecord | null;
  todo: number[];
  /** What is not in a hand any more is not sent: see state CANCELLED. */
  cancelled: boolean;
  holes: number[];
  verdict: Verdict;
  exceptions: Exception[];
  plannedAt: Date;
  /** The last run of the campaign that it was looked at for, and since when it waits in it. */
  run: number;
  since: Date;
  /** When something of it was last settled. */
  settledAt: Date | null;
  /** How many its latest results settled, and when. */
  progress: Piece[];
}

export interface Withdrawal {
  position: number;
  reason: WithdrawalReason;
}
