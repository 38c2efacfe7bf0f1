export {
  NOTES_INDEX,
  type Noted,
  auditNote,
  automaticNote,
  changesBetween,
  noteRelay,
  notesAnd,
} from './audit-notes';
export { classify } from './classify';
export { relayOf } from './collection-relay';
export { Database, connectionTo, readLimitMs } from './database';
export { DatabaseClock } from './database-clock';
export { isDuplicateKey, isOutage, isTooSlow, refusedDuplicates } from './database-errors';
export { ErasedUsers, erasedUsers } from './erased-users';
export { type Feature, joinFeatures } from './feature';
export { insertMissing } from './insert-missing';
export { type Migration, dropIndex, migrate } from './migrations';
export { MongoModule, type MongoOptions } from './mongo.module';
export { runMigrate } from './run-migrate';
export { type Plain, collection, owned, part } from './schema-options';
export { writeRevision } from './write-revision';
export { UserRounds, type Users, type Waiting } from './user-rounds';
