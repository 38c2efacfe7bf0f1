export { AdminServer } from './admin-server';
export { NOTES_INDEX, type Noted, auditNote, noteRelay, notesAnd } from './audit-notes';
export { BackgroundLoop, type RoundEnd } from './background-loop';
export { BackgroundTask, type BackgroundTaskOptions } from './background-task';
export { Batcher } from './batcher';
export { classify } from './classify';
export { relayOf } from './collection-relay';
export { Clock, SystemClock, cacheTimes } from './clock';
export {
  type ConfigDefinition,
  ConfigError,
  type ConfigOf,
  type Environment,
  defineConfig,
  parseConfig,
  parseSecret,
  secret,
  secretText,
} from './config';
export { Database, connectionTo, readLimitMs } from './database';
export { DatabaseClock } from './database-clock';
export { isDuplicateKey, isOutage, refusedDuplicates } from './database-errors';
export { ErasedUsers, erasedUsers } from './erased-users';
export { type Feature, joinFeatures } from './feature';
export { Health } from './health';
export { insertMissing } from './insert-missing';
export { Logger } from './logger';
export { type MetricDescription, Metrics, type Reading, seldom } from './metrics';
export { ENVIRONMENT, PlatformModule, type PlatformOptions } from './platform.module';
export { type Migration, dropIndex, migrate } from './migrations';
export { publicUrl } from './public-url';
export {
  type HttpServer,
  type RootModule,
  runMigrate,
  runService,
  runTask,
  startService,
  startTask,
} from './run-service';
export { type Plain, collection, owned, part } from './schema-options';
export { severalAtOnce } from './several-at-once';
export { type RelayParts, StoreRelay } from './store-relay';
export { type Pace, SharedCounts } from './shared-counts';
export { UserRounds, type Users, type Waiting } from './user-rounds';
export { SlowWork, UserTurns, WorkUnderWay, freeSlot } from './user-limits';
