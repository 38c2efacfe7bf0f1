export type { Files } from './attached-files';
export { ChannelModule, type ProviderTypes } from './channel.module';
export { isolateBy } from './isolation/isolated-sends';
export { type Isolated, runWorker } from './isolation/run-worker';
export { OpenSenders } from './open-senders';
export { FinishLeases } from './finish-leases';
export {
  type OpenedSender,
  Provider,
  type ProviderDown,
  type ProviderResult,
  type SendTerms,
  type Suppression,
  type Throttled,
  UnusableSender,
  type CheckResult,
  assertUsable,
  PROVIDER_SHARE,
  noFreeConnection,
  notStarted,
} from './provider';
export { ChannelWorker } from './channel-worker';
export { providerUrl } from './provider-url';
export { Providers } from './providers';
export { SendAlone } from './send-alone';
export { type WorkerSettings, concurrencyVariable, leasesVariable, workerVariables } from './settings';
