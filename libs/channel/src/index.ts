export { ChannelModule, type ChannelOptions } from './channel.module';
export { ChannelWorker } from './channel-worker';
export { FinishHands } from './finish-hands';
export { OpenIntegrations } from './integrations/open-integrations';
export {
  type OpenedIntegration,
  Provider,
  type ProviderDown,
  type ProviderResult,
  type SendTerms,
  UnusableIntegration,
} from './provider';
export { CHANNEL_SETTINGS, type ChannelSettings, handsVariable, workerVariables } from './settings';
