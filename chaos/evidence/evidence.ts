import type { Channel, DeliveryState } from '@carillon/contracts';
import type { Recorded } from '../recorder/record';
import type { QueueState } from '../rig/queues';

/** Somebody who may be written to. */
export interface Person {
  channel: Channel;
  address: string;
}

/** A position of a batch, as the ledger has it. */
export interface Entry extends Person {
  batch: string;
  position: number;
  state: DeliveryState;
  reason: string | null;
}

/** A send whose answer nobody knows, as the ledger's history shows it. */
export interface Doubt extends Person {
  /** `expired`: its lease was over; `unknown`: its worker said so; `early`: the lease was not over yet. */
  cause: 'expired' | 'unknown' | 'early';
}

/** A delivery as the API lists it. */
export interface Listed extends Person {
  state: DeliveryState;
  reason: string | null;
}

/** The counts that the API reports. */
export interface Reported {
  status: string;
  total: number;
  planned: number;
  planningDone: boolean;
  states: Record<string, number>;
  reasons: { channel: Channel; state: DeliveryState; reason: string; count: number }[];
}

/** Everything that can be seen of a campaign after its end, from outside and in what the services stored. */
export interface Evidence {
  campaign: string;
  /** Who was in its groups. */
  members: readonly Person[];
  ledger: readonly Entry[];
  doubts: readonly Doubt[];
  recorded: readonly Recorded[];
  /** Null: the API knows no such campaign. */
  report: Reported | null;
  deliveries: readonly Listed[];
  /** Every status that the campaign has had since it was made. */
  statuses: readonly string[];
  queues: readonly QueueState[];
  /** What should be gone: leases, offers, drain markers, in words. */
  leftovers: readonly string[];
}

/** One text for a person, to compare and to show. */
export function nameOf({ channel, address }: Person): string {
  return `${channel} ${address}`;
}
