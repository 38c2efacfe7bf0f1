import type { Schemas } from '@carillon/sdk';

type Rehearsal = Schemas['Rehearsal'];
type Counts = [channel: Schemas['Channel'], counts: Schemas['RehearsedChannel']][];

/** Recipients on a channel who don't get the message, and why. */
export interface UnreachedRow extends Omit<Schemas['RehearsalReason'], 'state'> {
  channel: Schemas['Channel'];
}

/**
 * The reasons why recipients don't get the message, the largest number first. People on a channel without a message are
 * not recipients.
 */
export function unreachedRows(rehearsal: Pick<Rehearsal, 'channels'>): UnreachedRow[] {
  return countsOf(rehearsal)
    .flatMap(([channel, { unreached }]) =>
      unreached.map(({ reason, count, people }) => ({ channel, reason, count, people })),
    )
    .filter(({ reason }) => reason !== 'NO_MESSAGE')
    .sort((a, b) => b.count - a.count);
}

/**
 * When a campaign ends that starts at a time (milliseconds), if its channels send at their rates. Null: a rate is
 * unknown, or nobody gets the message.
 */
export function endOf(rehearsal: Pick<Rehearsal, 'channels'>, start: number): Date | null {
  const seconds = countsOf(rehearsal)
    .filter(([, { reached }]) => reached > 0)
    .map(([, { reached, ratePerSecond }]) => (ratePerSecond === null ? Infinity : reached / ratePerSecond));
  const longest = Math.max(0, ...seconds);
  return longest === 0 || longest === Infinity ? null : new Date(start + longest * 1_000);
}

function countsOf({ channels }: Pick<Rehearsal, 'channels'>): Counts {
  return Object.entries(channels) as Counts;
}

/** Whether the campaign waits until another campaign of the account ends. */
export function waitsForOthers({ runningCampaigns: { used, limit } }: Rehearsal): boolean {
  return limit !== null && used >= limit;
}

/** Whether people on the channel aren't reached because it has no sender. */
export function hasNoSender({ unreached }: Schemas['RehearsedChannel']): boolean {
  return unreached.some(({ reason }) => reason === 'NO_INTEGRATION');
}

/** The channels without a sender. */
export function channelsWithoutSender({ channels }: Pick<Rehearsal, 'channels'>): Schemas['Channel'][] {
  return (['EMAIL', 'WHATSAPP', 'SMS'] as const).filter((channel) => hasNoSender(channels[channel]));
}
