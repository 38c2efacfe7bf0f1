import type { SenderProvider } from '@carillon/contracts';

interface ProviderServers {
  PROVIDER_API_URL?: string | undefined;
}

/**
 * The base URL of a provider's API, without a trailing slash: the provider's own, unless the operator names another
 * server. That server gets the requests of all providers, each below its name.
 */
export function providerUrl(config: ProviderServers, provider: SenderProvider, own: string): string {
  const { PROVIDER_API_URL: instead } = config;
  return instead === undefined ? own : `${instead.replace(/\/$/, '')}/${provider.toLowerCase()}`;
}
