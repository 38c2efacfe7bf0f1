export { ChannelModule, type ChannelOptions } from './channel.module';
export { FinishLeases } from './finish-leases';
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
export { type WorkerSettings, concurrencyVariable, leasesVariable, workerVariables } from './settings';
