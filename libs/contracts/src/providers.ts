import { Type } from '@sinclair/typebox';
import type { SettingsTable } from './channel-settings';
import type { channelTable } from './channel-table';
import { type Channel, channelRow, channels } from './channels';

type ProviderOf<C extends Channel> = C extends Channel
  ? keyof (typeof channelTable)[C]['providers'] & string
  : never;

/** A provider of one channel, or of any channel: the service that delivers the messages of a sender. */
export type SenderProvider<C extends Channel = Channel> = ProviderOf<C>;

/** A provider that sends messages itself. */
export type DirectProvider<C extends Channel = Channel> = Exclude<SenderProvider<C>, 'POOL'>;

/** The providers of a channel. The first provider is the provider of the contract's integrations. */
export function providersOf(channel: Channel): readonly SenderProvider[] {
  return Object.keys(channelRow(channel).providers) as SenderProvider[];
}

export const senderProviders: readonly SenderProvider[] = [...new Set(channels.flatMap(providersOf))];

export const SenderProvider = Type.Unsafe<SenderProvider>(
  Type.Union(senderProviders.map((provider) => Type.Literal(provider))),
);

/** The provider of a sender that is created as an integration, by clients that know no other providers. */
export function usualProvider(channel: Channel): SenderProvider {
  const [first] = providersOf(channel);
  if (first === undefined) throw new Error(`${channel} has no provider`);
  return first;
}

/** The settings of a provider's senders. Throws if the channel has no such provider. */
export function settingsTable({
  channel,
  provider,
}: {
  channel: Channel;
  provider: SenderProvider;
}): SettingsTable {
  const table = channelRow(channel).providers[provider];
  if (!table) throw new Error(`${channel} has no provider ${provider}`);
  return table;
}
