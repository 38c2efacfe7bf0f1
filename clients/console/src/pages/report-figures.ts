import type { Schemas } from '@carillon/sdk';

type Counts = Schemas['CountsByState'];
type Channel = Schemas['Channel'];

/** What a report says first: `addressed` is the sum of all the others. */
export interface Figures {
  /** The recipients whom the campaign has a message for. */
  addressed: number;
  /** Reported as arrived, also if they complained about it afterwards. */
  delivered: number;
  /** Taken by the provider, which has not reported yet whether it arrived; mail servers hardly ever do. */
  accepted: number;
  waiting: number;
  unconfirmed: number;
  /** Refused, or returned. */
  failed: number;
  /** On purpose: suppressed, unsubscribed, or without a sender. */
  skipped: number;
  cancelled: number;
}

/** Counts the people addressed: who is on a channel that the campaign has no message for is none of its recipients. */
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

/** How many are on channels without a message, by channel; nothing went wrong there. */
export function withoutMessage(report: Pick<Schemas['Report'], 'channels'>): [Channel, number][] {
  return (Object.entries(report.channels) as [Channel, Schemas['ChannelReport']][])
    .map(([channel, { total, addressed }]): [Channel, number] => [channel, total - addressed])
    .filter(([, count]) => count > 0);
}
