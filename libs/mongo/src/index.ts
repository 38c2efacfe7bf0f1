export {
  NOTES_INDEX,
  type Noted,
  type NotedStore,
  auditNote,
  notesAnd,
  relayNotes,
  relayOf,
} from './audit-notes';
export { classify } from './classify';
export { Database, connectionTo, readLimitMs } from './database';
export { DatabaseClock } from './database-clock';
export { isDuplicateKey, isOutage, refusedDuplicates } from './database-errors';
export { ErasedUsers, erasedUsers } from './erased-users';
export { type Feature, joinFeatures } from './feature';
export { insertMissing } from './insert-missing';
export { type Migration, dropIndex, migrate } from './migrations';
export { MongoModule, type MongoOptions } from './mongo.module';
export { runMigrate } from './run-migrate';
export { type Plain, collection, owned, part } from './schema-options';
export { UserRounds, type Users, type Waiting } from './user-rounds';
