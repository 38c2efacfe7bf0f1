export { AdminServer } from './admin-server';
export { BackgroundLoop, QUIET_PAUSE_MS, type RoundEnd } from './background-loop';
export { BackgroundTask, type BackgroundTaskOptions } from './background-task';
export { Batcher } from './batcher';
export { Clock, SystemClock, atMost, cacheTimes } from './clock';
export {
  type ConfigDefinition,
  ConfigError,
  type ConfigOf,
  type Environment,
  defineConfig,
  parseConfig,
  parseSecret,
  processEnvironment,
  secret,
  secretText,
} from './config';
export { Health } from './health';
export { LongCounts } from './long-counts';
export { JITTER, jittered } from '@carillon/messaging';
export { Logger } from './logger';
export { type MetricDescription, Metrics, type OutboxMetrics, type Reading, seldom } from './metrics';
export { ENVIRONMENT, PlatformModule, configOf, type PlatformOptions } from './platform.module';
export { publicUrl } from './public-url';
export {
  type HttpServer,
  type RootModule,
  runService,
  runTask,
  startService,
  startTask,
} from './run-service';
export {
  type RunningServices,
  type ServiceProgram,
  type StopPhases,
  runServices,
  startServices,
} from './run-services';
export { severalAtOnce } from './several-at-once';
export { Storage } from './storage';
export { type RelayParts, StoreRelay } from './store-relay';
export { Pace, SharedCounts } from './shared-counts';
export { addInFreeSlot } from './add-in-free-slot';
export { SlowWork, UserTurns, WorkUnderWay, freeSlot } from './user-limits';
