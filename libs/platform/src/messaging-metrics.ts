import { type MessageName, type Service, eventsOf, queuesOf } from '@carillon/contracts';
import type { HandledMessage, MessagingObserver, RequestResult } from '@carillon/messaging';
import type { Metrics } from './metrics';
import { noteActivity } from './quiet';

const WORK_S = [0.002, 0.01, 0.05, 0.2, 1, 5, 30];
const AGE_S = [0.01, 0.05, 0.2, 1, 5, 30, 120, 600];

/** Messages that an idle system exchanges all the time. */
const regular: ReadonlySet<string> = new Set<MessageName>([
  'worker.heartbeat',
  'heartbeats.requested',
  'limits.used',
  'api-key.used',
]);

/** Counts the messages of a service and measures their durations. No metric is per recipient. */
export class MessagingMetrics implements MessagingObserver {
  private readonly publishedTotal;
  private readonly requestSeconds;
  private readonly requestsTotal;
  private readonly handledTotal;
  private readonly handlingSeconds;
  private readonly ages;

  constructor(metrics: Metrics, service: Service) {
    this.publishedTotal = metrics.counter(
      'carillon_messages_published_total',
      'Events and broadcasts, by whether the broker confirmed them (stored) or not (failed)',
      ['message', 'result'],
    );
    this.requestsTotal = metrics.counter(
      'carillon_requests_total',
      'Commands to other services, by target service and result',
      ['owner', 'result'],
    );
    this.requestSeconds = metrics.histogram(
      'carillon_request_seconds',
      'Time from sending a command to its result',
      WORK_S,
      ['owner'],
    );
    this.handledTotal = metrics.counter(
      'carillon_messages_handled_total',
      'Messages handled by this process, by result',
      ['message', 'result'],
    );
    this.handlingSeconds = metrics.histogram(
      'carillon_message_seconds',
      'Handling time of messages in this process',
      WORK_S,
      ['message'],
    );
    this.ages = metrics.histogram(
      'carillon_message_age_seconds',
      'Time from sending a message to the end of its handling, including all retries',
      AGE_S,
      ['queue'],
    );
    // A series that begins with the first dead message would not show this message as an increase.
    for (const message of queuesOf(service).flatMap((queue) => eventsOf(queue)))
      this.handledTotal.inc({ message, result: 'dead' }, 0);
  }

  published(message: string, stored: boolean): void {
    this.publishedTotal.inc({ message, result: stored ? 'stored' : 'failed' });
  }

  requested(owner: string, result: RequestResult, seconds: number): void {
    this.requestsTotal.inc({ owner, result });
    this.requestSeconds.observe({ owner }, seconds);
  }

  handled({ message, queue, result, seconds, ageSeconds }: HandledMessage): void {
    if (!regular.has(message)) noteActivity();
    this.handledTotal.inc({ message, result });
    this.handlingSeconds.observe({ message }, seconds);
    if (ageSeconds !== null) this.ages.observe({ queue }, ageSeconds);
  }
}
