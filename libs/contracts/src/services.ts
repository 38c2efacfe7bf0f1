/** The processes of the system, in the order in which they are listed everywhere. */
export const services = [
  'gateway',
  'account',
  'campaign',
  'subscriber',
  'dispatcher',
  'email-worker',
  'whatsapp-worker',
  'sms-worker',
] as const;
export type Service = (typeof services)[number];

interface QueueDefinition {
  service: Service;
  /** `events` are retried and then laid aside as dead; `hints` may be lost and are thrown away after `ttlMs`. */
  kind: 'events' | 'hints';
  /** Messages in hand at once; near the concurrency, so that a crash loop does not take innocent messages along. */
  prefetch: number;
  ttlMs?: number;
}

/** Queues that outlive their consumers. Command queues are not here: they live and die with their service. */
export const queues = {
  'account.events': { service: 'account', kind: 'events', prefetch: 8 },
  'campaign.events': { service: 'campaign', kind: 'events', prefetch: 8 },
  'dispatcher.events': { service: 'dispatcher', kind: 'events', prefetch: 8 },
  'dispatcher.settlements': { service: 'dispatcher', kind: 'events', prefetch: 32 },
  'deliveries.email': { service: 'email-worker', kind: 'hints', prefetch: 4, ttlMs: 30_000 },
  'deliveries.whatsapp': { service: 'whatsapp-worker', kind: 'hints', prefetch: 4, ttlMs: 30_000 },
  'deliveries.sms': { service: 'sms-worker', kind: 'hints', prefetch: 4, ttlMs: 30_000 },
} as const satisfies Record<string, QueueDefinition>;
export type QueueName = keyof typeof queues;
