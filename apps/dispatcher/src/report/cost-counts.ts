import { type PricedMessages, type SenderProvider, channelRow } from '@carillon/contracts';
import { isErased } from '@carillon/vault';
import { type Batch, statesOf } from '../ledger';

/** Counts the messages that a provider charges for, by channel, provider, and country of the recipient. */
export class CostCounts {
  private readonly rows = new Map<string, PricedMessages>();
  /** Whether the segments or the results of some messages are unknown. */
  isEstimated = false;

  /**
   * @param providerOf the provider of a sender; null: unknown, because the sender was deleted
   * @param countryOf the country of a phone number
   */
  constructor(
    private readonly providerOf: (sender: string) => SenderProvider | null,
    private readonly countryOf: (phone: string) => string | null,
  ) {}

  /**
   * A message in doubt counts, because the provider may have accepted it.
   * @param addresses the addresses of the batch, in the order of its positions, if they are phone numbers
   */
  add(batch: Batch, addresses: readonly string[]): void {
    const { channel, sender, size } = batch;
    const provider = sender === null ? null : this.providerOf(sender);
    const stateOf = statesOf(batch);
    const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
    const hasCountries = channelRow(channel).address === 'phone';
    for (let position = 0; position < size; position++) {
      const state = stateOf(position);
      const { sentAt = null, segments = null } = exceptions.get(position) ?? {};
      const isAccepted =
        state === 'SENT' || state === 'DELIVERED' || state === 'READ' || sentAt !== null || segments !== null;
      if (!isAccepted && state !== 'UNCONFIRMED') continue;
      if (!isAccepted || (channel === 'SMS' && segments === null)) this.isEstimated = true;
      const address = addresses[position] ?? '';
      const country = !hasCountries || isErased(address) ? null : this.countryOf(address);
      const row = this.rowOf({ channel, provider, country });
      row.messages += 1;
      row.units += channel === 'SMS' ? (segments ?? 1) : 1;
    }
  }

  result(): PricedMessages[] {
    return [...this.rows.values()];
  }

  private rowOf({ channel, provider, country }: Omit<PricedMessages, 'messages' | 'units'>): PricedMessages {
    const key = `${channel} ${provider ?? ''} ${country ?? ''}`;
    const known = this.rows.get(key);
    if (known) return known;
    const row = { channel, provider, country, messages: 0, units: 0 };
    this.rows.set(key, row);
    return row;
  }
}
