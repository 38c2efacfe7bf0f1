import { type Channel, channels } from '@carillon/contracts';

// Without the u flag no letter from beyond ASCII folds into one of these.
const forms = channels.map((channel) => [channel, new RegExp(`^${channel}$`, 'i')] as const);

/** The channel that a client means, in any letter case; undefined if it is none. */
export function readChannel(value: unknown): Channel | undefined {
  return typeof value === 'string' ? forms.find(([, form]) => form.test(value))?.[0] : undefined;
}
