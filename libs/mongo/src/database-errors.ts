import { MongooseError, mongo } from 'mongoose';

const DUPLICATE_KEY = 11000;
/** Source: MaxTimeMSExpired in MongoDB's error_codes.yml. */
const TIME_LIMIT = 50;

/** Whether a write was refused because a unique index contains the value. `index` limits the check to one index. */
export function isDuplicateKey(error: unknown, index?: string): boolean {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  return index === undefined || error.message.includes(`index: ${index} `);
}

/**
 * The indexes of the documents that an unordered insert refused because their key exists.
 * @throws the error if it contains any other failure, or if a majority did not store the written documents
 */
export function refusedDuplicates(error: unknown): number[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const refused: mongo.WriteError[] = [error.writeErrors].flat();
  const onlyDuplicates = refused.every(({ code }) => code === DUPLICATE_KEY);
  if (refused.length === 0 || !onlyDuplicates || error.result.getWriteConcernError()) throw error;
  return refused.map(({ index }) => index);
}

const OUTAGES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWriteConcernError',
  'MongoClientClosedError',
  'PoolClearedOnNetworkError',
]);
/**
 * Server codes of a primary that steps down, shuts down, is cut off, or can't be reached. Source: MongoDB's
 * error_codes.yml.
 */
const OUTAGE_CODES = new Set([6, 7, 89, 91, 135, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Mongoose's own errors have no code. Source: its drivers/node-mongodb-native/collection.js. */
const NO_CONNECTION = /before initial connection|Connection was force closed/;

/** Whether a read exceeded its time limit. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === TIME_LIMIT;
}

/** Whether the database could not be reached, as opposed to a refusal of the operation. */
export function isOutage(error: unknown): boolean {
  if (error instanceof MongooseError) return NO_CONNECTION.test(error.message);
  if (!(error instanceof mongo.MongoError)) return false;
  // In an error of several inserts, the outage is the reason of another error.
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error) {
    return isOutage(error.errorResponse);
  }
  if (OUTAGES.has(error.name) || error.hasErrorLabel('RetryableWriteError')) return true;
  return typeof error.code === 'number' && OUTAGE_CODES.has(error.code);
}
