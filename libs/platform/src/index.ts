export { AdminServer } from './admin-server';
export { BackgroundLoop } from './background-loop';
export { classify } from './classify';
export { Clock, FixedClock, SystemClock, cacheTimes } from './clock';
export {
  type ConfigDefinition,
  ConfigError,
  type ConfigOf,
  type Environment,
  defineConfig,
  parseConfig,
  parseSecret,
  secret,
} from './config';
export {
  Database,
  type Plain,
  collection,
  connectionTo,
  isDuplicateKey,
  isOutage,
  owned,
  part,
} from './database';
export { type Feature, joinFeatures } from './feature';
export { Health } from './health';
export { Logger } from './logger';
export { Metrics } from './metrics';
export { ENVIRONMENT, PlatformModule, type PlatformOptions } from './platform.module';
export { publicUrl } from './public-url';
export { type HttpServer, type RootModule, runService, startService, startTask } from './run-service';
export { SlowWork, UserTurns, WorkUnderWay, freeSlot } from './user-limits';
