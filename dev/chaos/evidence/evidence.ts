import type { Channel, DeliveryState, Feedback } from '@carillon/contracts';
import type { Recorded } from '../recorder/record';
import type { QueueState } from '../rig/rig';

/** A recipient. */
export interface Person {
  channel: Channel;
  address: string;
}

/** A state as the API counts it. A returned delivery is BOUNCED or COMPLAINED, regardless of its previous state. */
export type EndState = DeliveryState | Feedback;

/** The delivery at one position of a batch, as the ledger stores it. */
export interface Entry extends Person {
  batch: string;
  position: number;
  state: EndState;
  reason: string | null;
}

/** A send with an unknown result, as the history of the ledger shows it. */
export interface Doubt extends Person {
  /**
   * `expired`: the lease had expired. `unknown`: the worker reported an unknown result. `early`: the lease had not
   * expired yet.
   */
  cause: 'expired' | 'unknown' | 'early';
  /** The reason in the ledger, or null if it has none. */
  reason: string | null;
  /** The name of the process that held the lease. */
  holder: string;
}

/** A delivery as the API lists it. */
export interface Listed extends Person {
  state: EndState;
  reason: string | null;
  /** The kind of the bounce, if the state is BOUNCED. */
  bounce?: 'HARD' | 'SOFT';
}

/** How the API explains a campaign for a person. */
export interface Explained extends Person {
  result: string;
  /** The state of the person's delivery, or its reason if it was skipped. Null: there is no delivery. */
  delivery: string | null;
}

/** The counts that the API reports. */
export interface Reported {
  status: string;
  total: number;
  planned: number;
  planningDone: boolean;
  states: Record<string, number>;
  reasons: { channel: Channel; state: EndState; reason: string; count: number }[];
}

/** All data about a campaign after its end: from the API and from the services' databases. */
export interface Evidence {
  campaign: string;
  /** The members of its groups. */
  members: readonly Person[];
  ledger: readonly Entry[];
  doubts: readonly Doubt[];
  /** Returns the ledger's writes of a batch, one line each. */
  historyOf: (batch: string) => string[];
  /** Whether the process with this name neither died nor was stopped for a while. */
  lived: (holder: string) => boolean;
  recorded: readonly Recorded[];
  /** Null if the API does not know the campaign. */
  report: Reported | null;
  deliveries: readonly Listed[];
  /** Every status of the campaign, in order. */
  statuses: readonly string[];
  queues: readonly QueueState[];
  /** Leases, released batches, drain markers, and other data that should be gone, as text. */
  leftovers: readonly string[];
}

/** A message that a user's endpoint accepted. */
export interface ReceivedMessage {
  id: string;
  type: string;
  data: Readonly<Record<string, unknown>>;
  /** The body as received, byte for byte. */
  body: string;
}

/** Messages to an endpoint that are sent one after the other, as the webhook-worker stores them. */
export interface StoredLine {
  name: string;
  /**
   * Whether the line belongs to a campaign and keeps its order. Events of other types may overtake each other before
   * they are stored.
   */
  isOfCampaign: boolean;
  /** The IDs of the line's messages, in order. */
  ids: readonly string[];
  /** The number of messages that were not sent yet. */
  waiting: number;
}

/** All data about an endpoint after the end of all campaigns. */
export interface EndpointEvidence {
  /** The accepted messages, including repeats, in order of arrival. */
  received: readonly ReceivedMessage[];
  /** The number of accepted messages that were not signed with the endpoint's secret. */
  unsigned: number;
  lines: readonly StoredLine[];
  campaigns: readonly { campaign: string; ledger: readonly Entry[] }[];
  /** The addresses that were suppressed during the scenario. */
  suppressed: readonly string[];
  /** The number of documents of services with pending webhook events. */
  pendingWebhookEvents: number;
}

/** Names a person for comparisons and output. */
export function nameOf({ channel, address }: Person): string {
  return `${channel} ${address}`;
}

/** The kinds of behavior that the ledger of a campaign proves. */
export type Proved = 'SENT' | 'DELIVERED' | 'OPENED';

/** The members of the stored sets of a kind, one entry for each day on which a person occurs. */
export interface FedSets {
  membersOf: Readonly<Record<Proved, readonly number[]>>;
  /** The numbers of the people by their addresses. */
  numbersOf: ReadonlyMap<string, readonly number[]>;
}
