import type { Schemas } from '@carillon/sdk';

type Counts = Schemas['CountsByState'];
type Channel = Schemas['Channel'];
type Counted = Pick<Schemas['ChannelReport'], 'total' | 'addressed' | 'states'>;

/** The main results of a report, or of one of its channels. */
interface Results {
  /** The recipients for whom the campaign has a message. */
  addressed: number;
  /** Messages that a provider accepted. */
  sent: number;
  /** Accepted messages that didn't come back. Mail servers rarely confirm more. */
  delivered: number;
  read: number;
  bounced: number;
  /** Messages that a provider refused, or that may not have arrived. */
  failed: number;
  /** Not sent, as intended, or because the campaign ended. */
  notSent: number;
  waiting: number;
}

/** Counts the addressed people. People on a channel without a message are not recipients. */
export function resultsOf(report: Counted): Results {
  const { addressed } = report;
  const states = addressedStates(report);
  const delivered = states.SENT + states.DELIVERED + states.READ + states.COMPLAINED;
  return {
    addressed,
    sent: delivered + states.BOUNCED,
    delivered,
    read: states.READ,
    bounced: states.BOUNCED,
    failed: states.FAILED + states.UNCONFIRMED,
    notSent: states.SKIPPED + states.CANCELLED,
    waiting: states.QUEUED,
  };
}

/** The states of the people addressed, as the bar and the legend show them. */
export function addressedStates({ total, addressed, states }: Counted): Counts {
  return { ...states, SKIPPED: states.SKIPPED - (total - addressed) };
}

/** The number of people on channels without a message, which is not a failure. */
export function withoutMessage(report: Pick<Schemas['Report'], 'channels'>): [Channel, number][] {
  return (Object.entries(report.channels) as [Channel, Schemas['ChannelReport']][])
    .map(([channel, { total, addressed }]): [Channel, number] => [channel, total - addressed])
    .filter(([, count]) => count > 0);
}

/**
 * What is known about opens and clicks: about people, only totals, or nothing, because they aren't tracked or there is
 * no email.
 */
export function trackingOf({
  engagement,
  channels,
}: Pick<Schemas['Report'], 'engagement' | 'channels'>): Schemas['Tracking']['mode'] | 'NO_EMAIL' {
  return channels.EMAIL.addressed === 0 && engagement.mode === 'OFF' ? 'NO_EMAIL' : engagement.mode;
}
