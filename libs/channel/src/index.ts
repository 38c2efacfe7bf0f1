export { ChannelModule, type ChannelOptions } from './channel.module';
export { ChannelWorker } from './channel-worker';
export { FinishHands } from './finish-hands';
export { IntegrationChecks, type Verdict } from './integrations/integration-checks';
export { assertUsable } from './integrations/usable-settings';
export {
  type OpenedIntegration,
  Provider,
  type ProviderDown,
  type ProviderResult,
  type SendTerms,
  UnusableIntegration,
} from './provider';
export {
  CHANNEL_SETTINGS,
  type ChannelSettings,
  concurrencyVariable,
  handsVariable,
  workerVariables,
} from './settings';
