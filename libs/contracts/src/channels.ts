import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from './field-types';

/** All that the system knows of a channel beside how its provider is spoken to, which its worker knows. */
interface ChannelRow {
  /** The channel in the names of queues and messages, and in those of the contract's fields. */
  word: string;
  worker: string;
  /** What a person is reached by. */
  address: 'email' | 'phone';
  /** Characters of a message before anything is filled in. */
  maxBody: number;
  /** Recipients of a batch, which is what a worker sends in a moment and what a crash puts in doubt at once. */
  batchSize: number;
  /** Recipients of a hand: few where what is in doubt is never sent again. */
  handSize: number;
  /** Hands that a worker process has at the same time, and sends of one hand at the same time, unless configured. */
  hands: number;
  concurrency: number;
  /** When a provider that does not answer is given up (milliseconds); less if the lease is shorter than twice this. */
  sendTimeoutMs: number;
  /** What becomes of a message that may have gone out. Only where a second copy can be told from the first it is sent again. */
  inDoubt: 'resend' | 'unconfirmed';
  /** Of an integration that says nothing about it; null: as fast as it goes. */
  ratePerSecond: number | null;
}

/**
 * A way to reach a person, one row each; the contract with clients calls it `integration`. Queues, messages, services and
 * the shapes that have a part for each channel follow from it.
 */
export const channelTable = {
  // Mail servers may take their time over a message; a second copy has the same Message-ID.
  EMAIL: {
    word: 'email',
    worker: 'email-worker',
    address: 'email',
    maxBody: 500_000,
    batchSize: 200,
    handSize: 200,
    hands: 16,
    concurrency: 5,
    sendTimeoutMs: 60_000,
    inDoubt: 'resend',
    ratePerSecond: null,
  },
  WHATSAPP: {
    word: 'whatsapp',
    worker: 'whatsapp-worker',
    address: 'phone',
    maxBody: 4_096,
    batchSize: 50,
    handSize: 10,
    hands: 16,
    concurrency: 10,
    sendTimeoutMs: 20_000,
    inDoubt: 'unconfirmed',
    ratePerSecond: 20,
  },
  SMS: {
    word: 'sms',
    worker: 'sms-worker',
    address: 'phone',
    maxBody: 4_096,
    batchSize: 50,
    handSize: 10,
    hands: 16,
    concurrency: 10,
    sendTimeoutMs: 20_000,
    inDoubt: 'unconfirmed',
    ratePerSecond: 10,
  },
} as const satisfies Record<string, ChannelRow>;

export type Channel = keyof typeof channelTable;
type Row = (typeof channelTable)[Channel];
export type ChannelWord = Row['word'];
export type WorkerService = Row['worker'];

/** In the order in which they are listed everywhere. */
export const channels = Object.keys(channelTable) as readonly Channel[];
export const Channel = Type.Unsafe<Channel>(Type.Union(channels.map((channel) => Type.Literal(channel))));

/** A channel's row, as far as all rows are alike. */
export function channelRow(channel: Channel): ChannelRow & Pick<Row, 'word' | 'worker'> {
  return channelTable[channel];
}

/** The same for every channel, made anew for each. */
export function eachChannel<T>(make: (channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(channels.map((channel) => [channel, make(channel)])) as Record<Channel, T>;
}

/** The schema of an object with a part for each channel. */
export const PerChannel = <T extends TSchema>(part: T) => Type.Object(eachChannel(() => part));

/** What is said by each channel; null where it says nothing. */
export const Bodies = PerChannel(Nullable(Type.String()));
export type Bodies = Static<typeof Bodies>;

export function bodiesOf(said: Partial<Bodies>): Bodies {
  return eachChannel((channel) => said[channel] ?? null);
}

/** What became of one recipient; see docs/architecture.md for the moves between them. */
export const deliveryStates = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'SKIPPED',
  'UNCONFIRMED',
  'CANCELLED',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const DeliveryState = Type.Unsafe<DeliveryState>(
  Type.Union(deliveryStates.map((state) => Type.Literal(state))),
);

/** A count for every state, zeros included. */
export const StateCounts = Type.Object(
  Object.fromEntries(deliveryStates.map((state) => [state, Type.Integer()])) as Record<
    DeliveryState,
    ReturnType<typeof Type.Integer>
  >,
);
export type StateCounts = Static<typeof StateCounts>;

export const Plan = Type.Union([Type.Literal('FREE'), Type.Literal('UPGRADED')]);
export type Plan = Static<typeof Plan>;
