export { ChannelModule, type ChannelOptions } from './channel.module';
export { FinishHands } from './finish-hands';
export {
  type OpenedIntegration,
  Provider,
  type ProviderDown,
  type ProviderResult,
  type SendTerms,
  UnusableIntegration,
  type Verdict,
  assertUsable,
} from './provider';
export { type WorkerSettings, concurrencyVariable, handsVariable, workerVariables } from './settings';
