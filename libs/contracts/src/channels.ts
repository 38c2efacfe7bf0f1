import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type ChannelRow, channelTable } from './channel-table';
import { Nullable } from './field-types';

/** A way to reach a person. The contract with clients calls it `integration`. */
export type Channel = keyof typeof channelTable;
type Row = (typeof channelTable)[Channel];
export type ChannelName = Row['name'];
export type WorkerService = Row['worker'];

/** All channels, in the order of every list of channels. */
export const channels = Object.keys(channelTable) as readonly Channel[];
export const Channel = Type.Unsafe<Channel>(Type.Union(channels.map((channel) => Type.Literal(channel))));

/** A channel's row, with the type that all rows have in common. */
export function channelRow(channel: Channel): ChannelRow & Pick<Row, 'name' | 'worker'> {
  return channelTable[channel];
}

/** Makes one value for each channel. */
export function eachChannel<T>(make: (channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(channels.map((channel) => [channel, make(channel)])) as Record<Channel, T>;
}

/** The schema of an object with a part for each channel. */
export const PerChannel = <T extends TSchema>(part: T) => Type.Object(eachChannel(() => part));

/** The text of each channel; null if it has none. */
export const Bodies = PerChannel(Nullable(Type.String()));
export type Bodies = Static<typeof Bodies>;

export function bodiesOf(texts: Partial<Bodies>): Bodies {
  return eachChannel((channel) => texts[channel] ?? null);
}

/** The states of a delivery; see docs/architecture.md for the transitions. */
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
