import { type Static, Type } from '@sinclair/typebox';
import { Channel, type ChannelName, channelRow, channels } from './channels';
import { type EventDefinition, broadcast, event, sending } from './define';
import { Id, Nothing, Nullable, Variables } from './field-types';
import { DeliveryReason } from './reasons';

/**
 * `i` is the position in the batch, which identifies the recipient between dispatcher and worker. `inServiceWindow`:
 * the recipient has recently written to the sender, if that affects what can be sent.
 */
export const LeasedRecipient = Type.Object({
  i: Type.Integer(),
  address: Type.String(),
  subscriberId: Id,
  variables: Variables,
  inServiceWindow: Type.Optional(Type.Literal(true)),
});
export type LeasedRecipient = Static<typeof LeasedRecipient>;

/**
 * A worker's right to send to some recipients of a batch. It ends `leaseMs` after it was granted or last settled;
 * `sendsPerSecond` is the rate to keep, null for unlimited; the first send starts after `startInMs`. `concurrency` is
 * the maximum number of concurrent sends, null for the worker's own limit. A message that a provider has not delivered
 * after `validForMs` no longer needs to be delivered.
 */
export const Lease = Type.Object({
  batchId: Type.String(),
  campaignId: Id,
  userId: Id,
  channel: Channel,
  senderId: Type.String(),
  fence: Type.Integer(),
  leaseMs: Type.Integer(),
  sendsPerSecond: Nullable(Type.Number()),
  startInMs: Type.Integer(),
  validForMs: Type.Integer(),
  concurrency: Nullable(Type.Integer()),
  /** A single recipient whose earlier leases were lost, because the message may kill the process that sends it. */
  alone: Type.Optional(Type.Literal(true)),
  recipients: Type.Array(LeasedRecipient),
});
export type Lease = Static<typeof Lease>;

/** A provider's result for one recipient, other than plain acceptance. */
export const Outcome = Type.Object({
  i: Type.Integer(),
  kind: Type.Union([
    Type.Literal('sent'),
    Type.Literal('failed'),
    Type.Literal('throttled'),
    Type.Literal('unknown'),
  ]),
  reason: Nullable(DeliveryReason),
  permanent: Type.Boolean(),
  providerCode: Nullable(Type.String()),
  providerId: Nullable(Type.String()),
  /** The segments of a sent message at the provider; null: none. */
  segments: Nullable(Type.Integer()),
  /** The pause that the provider requested (milliseconds). */
  retryAfterMs: Nullable(Type.Integer()),
});
export type Outcome = Static<typeof Outcome>;

/**
 * A part of a lease's result. `sent` are the positions that were sent without further details. An empty part renews the
 * lease. Parts can be processed in any order, so the last one, `done`, lists unstarted positions in `returned`: the
 * lease ends when every position was reported.
 */
export const BatchSettled = Type.Object({
  batchId: Type.String(),
  campaignId: Id,
  holder: Type.String(),
  fence: Type.Integer(),
  sent: Type.Array(Type.Integer()),
  outcomes: Type.Array(Outcome),
  done: Type.Boolean(),
  /** The time for which the piece renews the lease (milliseconds): the granted duration. */
  leaseMs: Type.Integer(),
  returned: Type.Optional(Type.Array(Type.Integer())),
  /** The provider could not be used at all: no recipient failed, and the sender must wait. */
  providerDown: Nullable(
    Type.Object({
      reason: DeliveryReason,
      providerCode: Nullable(Type.String()),
      detail: Nullable(Type.String()),
    }),
  ),
});
export type BatchSettled = Static<typeof BatchSettled>;

/** A hint that a batch can be leased. The ledger decides. `release` distinguishes a stale hint from the current one. */
export const BatchReleased = Type.Object({
  batchId: Type.String(),
  campaignId: Id,
  release: Type.Integer(),
  /** How long the lease would last (milliseconds). */
  leaseMs: Type.Integer(),
});
export type BatchReleased = Static<typeof BatchReleased>;

type HintName = `${ChannelName}.batch-released`;

/** The message that announces a batch of a channel. */
export function hintOf(channel: Channel): HintName {
  return `${channelRow(channel).name}.batch-released`;
}

const hints = Object.fromEntries(
  channels.map((channel) => [
    hintOf(channel),
    event([`deliveries.${channelRow(channel).name}`], BatchReleased),
  ]),
) as Record<HintName, EventDefinition<typeof BatchReleased>>;

/** Messages between the dispatcher and the workers. */
export const leaseMessages = {
  /**
   * Requests a lease. The same `requestId` gets the same lease again. Null: no batch can be leased, because the hint
   * was stale.
   */
  'batch.lease': sending(
    'dispatcher',
    Type.Object({
      batchId: Type.String(),
      release: Type.Integer(),
      holder: Type.String(),
      requestId: Id,
    }),
    Type.Object({ lease: Nullable(Lease) }),
    { timeoutMs: 10_000 },
  ),

  /**
   * A worker's heartbeat, sent every few seconds, with the number of batches that it processes at the same time; 0: it
   * is stopping.
   */
  'worker.heartbeat': broadcast(
    Type.Object({
      holder: Type.String(),
      channel: Channel,
      leases: Type.Integer(),
      /** Senders whose providers haven't responded for a while: they get no more leases. */
      silent: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  /** A dispatcher has started to listen: every worker sends a heartbeat immediately. */
  'heartbeats.requested': broadcast(Nothing),

  ...hints,
  'batch.settled': event(['dispatcher.settlements'], BatchSettled),
  /**
   * Sent through the settlement queue before leases are expired: when it arrives, all earlier settlements have also
   * arrived.
   */
  'settlements.drain-marker': event(['dispatcher.settlements'], Type.Object({ markerId: Id })),
  /** The marker has passed: every dispatcher writes what it received from the settlement queue, and confirms it. */
  'settlements.drain-requested': broadcast(Type.Object({ markerId: Id })),
  /**
   * `steadyForMs`: for how long this dispatcher has consumed the queue without interruption and without postponing
   * events.
   */
  'settlements.drained': broadcast(
    Type.Object({ markerId: Id, holder: Type.String(), steadyForMs: Type.Number() }),
  ),
  /** The reply to a lease request was lost. The worker has sent no message of this lease, and will send none. */
  'lease.declined': event(
    ['dispatcher.settlements'],
    Type.Object({ batchId: Type.String(), campaignId: Id, release: Type.Integer(), requestId: Id }),
  ),
};
