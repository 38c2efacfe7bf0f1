import { type ChannelName, type WorkerService, channelRow, channels } from './channels';

const core = [
  'gateway',
  'account',
  'campaign',
  'subscriber',
  'dispatcher',
  'bounce-receiver',
  'mailbox-poller',
  'webhook-worker',
] as const;

/** The processes of the system, in the order of all lists. */
export type Service = (typeof core)[number] | WorkerService;
export const services: readonly Service[] = [
  ...core,
  ...channels.map((channel) => channelRow(channel).worker),
];

interface QueueDefinition {
  service: Service;
  /** `events` are retried and then dead-lettered; `hints` can be lost and are dropped after `ttlMs`. */
  kind: 'events' | 'hints';
  /**
   * The number of messages in flight. It is close to the concurrency, so that a crash loop affects few other messages.
   */
  prefetch: number;
  ttlMs?: number;
}

/** Queues that keep events until they are processed. */
const events = {
  'account.events': { service: 'account', kind: 'events', prefetch: 8 },
  'campaign.events': { service: 'campaign', kind: 'events', prefetch: 8 },
  'subscriber.events': { service: 'subscriber', kind: 'events', prefetch: 8 },
  'dispatcher.events': { service: 'dispatcher', kind: 'events', prefetch: 8 },
  // The pieces of a lease are batched: those that arrive within a short time are one write.
  'dispatcher.settlements': { service: 'dispatcher', kind: 'events', prefetch: 200 },
  // Reports are batched: simultaneous reports about one batch are one write.
  'dispatcher.callbacks': { service: 'dispatcher', kind: 'events', prefetch: 500 },
  // Simultaneous counts of one campaign are also one write.
  'dispatcher.engagement': { service: 'dispatcher', kind: 'events', prefetch: 100 },
  'dispatcher.conversions': { service: 'dispatcher', kind: 'events', prefetch: 100 },
} as const satisfies Record<string, QueueDefinition>;

type HintQueue = `deliveries.${ChannelName}`;
/** Each channel's hints for its workers. */
const deliveries = Object.fromEntries(
  channels.map((channel): [HintQueue, QueueDefinition] => {
    const { name, worker } = channelRow(channel);
    return [`deliveries.${name}`, { service: worker, kind: 'hints', prefetch: 4, ttlMs: 30_000 }];
  }),
) as Record<HintQueue, QueueDefinition>;

/** Queues that outlive their consumers. Command queues are not here: they exist only with their service. */
export const queues: Record<keyof typeof events | HintQueue, QueueDefinition> = { ...events, ...deliveries };
export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];

export function queuesOf(service: Service): QueueName[] {
  return queueNames.filter((name) => queues[name].service === service);
}
