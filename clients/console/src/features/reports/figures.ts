import type { Schemas } from '@carillon/sdk';

type Counts = Schemas['CountsByState'];
type Channel = Schemas['Channel'];

/** The main figures of a report: `addressed` is the sum of all others. */
export interface Figures {
  /** The recipients for whom the campaign has a message. */
  addressed: number;
  /** Reported as delivered, including recipients who complained afterward. */
  delivered: number;
  /** Accepted by the provider, without a delivery confirmation. Mail servers rarely confirm. */
  accepted: number;
  waiting: number;
  unconfirmed: number;
  /** Deliveries that were refused or bounced. */
  failed: number;
  /** Skipped as intended: suppressed, unsubscribed, or without a sender. */
  skipped: number;
  cancelled: number;
}

/** Counts the addressed people. People on a channel without a message are not recipients. */
export function figuresOf({
  total,
  addressed,
  states,
}: Pick<Schemas['Report'], 'total' | 'addressed' | 'states'>): Figures {
  return {
    addressed,
    delivered: states.DELIVERED + states.READ + states.COMPLAINED,
    accepted: states.SENT,
    waiting: states.QUEUED,
    unconfirmed: states.UNCONFIRMED,
    failed: states.FAILED + states.BOUNCED,
    skipped: states.SKIPPED - (total - addressed),
    cancelled: states.CANCELLED,
  };
}

/** The states of the people addressed, as the bar and the legend show them. */
export function addressedStates({
  total,
  addressed,
  states,
}: Pick<Schemas['ChannelReport'], 'total' | 'addressed' | 'states'>): Counts {
  return { ...states, SKIPPED: states.SKIPPED - (total - addressed) };
}

/** The number of people on channels without a message, which is not a failure. */
export function withoutMessage(report: Pick<Schemas['Report'], 'channels'>): [Channel, number][] {
  return (Object.entries(report.channels) as [Channel, Schemas['ChannelReport']][])
    .map(([channel, { total, addressed }]): [Channel, number] => [channel, total - addressed])
    .filter(([, count]) => count > 0);
}
