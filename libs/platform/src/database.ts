import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type IndexDescription,
  MongoClient,
  MongoError,
  MongoServerError,
} from 'mongodb';
import type { Logger } from './logger';
import { untilItWorks } from './until-it-works';

/** How long an operation looks for a primary before it gives up with an outage (milliseconds). */
const SERVER_SELECTION_MS = 2_000;
/**
 * How long a new connection and a heartbeat may take (milliseconds). A server that is frozen is known to be after this and
 * the 10 s between heartbeats; with the driver's 30 s, what is in hand would outlast a shutdown.
 */
const CONNECT_TIMEOUT_MS = 5_000;
const DUPLICATE_KEY = 11000;
/** Tries of a transaction that others are in the way of; each waits up to so much longer than the last (milliseconds). */
const TRANSACTION_TRIES = 20;
const CONFLICT_PAUSE_MS = 10;

/** A service's own database. Writes are acknowledged by a majority and journaled. */
export class Database implements OnModuleInit, OnApplicationShutdown {
  readonly db: Db;
  private readonly indexes: { name: string; indexes: IndexDescription[] }[] = [];
  private readonly closing = new AbortController();

  private constructor(
    readonly client: MongoClient,
    readonly name: string,
    private readonly log: Logger,
    private readonly isWaitedFor: boolean,
  ) {
    this.db = client.db(name);
  }

  /** Resolves when the server answers; until then it says so once and tries again with backoff. */
  static async connect(url: string, name: string, log: Logger): Promise<Database> {
    const client = clientOf(url, name);
    await untilItWorks('the database', log, async () => {
      await client.connect();
      await client.db(name).command({ ping: 1 });
    });
    return new Database(client, name, log, true);
  }

  /** Is there at once, for a service that can do most of its work without: connections and indexes follow when the server answers. */
  static open(url: string, name: string, log: Logger): Database {
    return new Database(clientOf(url, name), name, log, false);
  }

  /** A collection with the indexes it needs; where the database is waited for, they are created before any message is taken. */
  collection<T extends Document>(name: string, indexes: IndexDescription[] = []): Collection<T> {
    if (indexes.length > 0) this.indexes.push({ name, indexes });
    return this.db.collection<T>(name);
  }

  async onModuleInit(): Promise<void> {
    const created = this.createIndexes();
    if (this.isWaitedFor) return created;
    created.catch((error: unknown) => {
      if (!this.closing.signal.aborted) this.log.error({ err: error }, 'the indexes could not be created');
    });
  }

  /** The server's time: one clock for all copies of a service, whatever their own machines say. */
  async now(): Promise<Date> {
    const { localTime } = await this.db.command({ hello: 1 });
    return localTime as Date;
  }

  /**
   * Makes all writes of `work` one: every one of them is stored, or none. It runs again when another transaction was in
   * the way, so it must do nothing but by its session. An error means that nothing was stored, unless it is an outage.
   */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.client.withSession((session) => inOne(session, work));
      } catch (error) {
        if (!isConflict(error) || tries === TRANSACTION_TRIES) throw error;
        await delay(Math.random() * tries * CONFLICT_PAUSE_MS);
      }
    }
  }

  async isReady(): Promise<boolean> {
    return this.db.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.client.close();
  }

  private async createIndexes(): Promise<void> {
    const { signal } = this.closing;
    const worthWaiting = (error: unknown): boolean => !signal.aborted && isOutage(error);
    for (const { name, indexes } of this.indexes) {
      const create = async (): Promise<void> => {
        // By itself the driver never tries again where its first connection failed.
        await this.client.connect();
        await this.db.collection(name).createIndexes(indexes);
      };
      await untilItWorks('the database', this.log, create, { worthWaiting, signal });
    }
  }
}

function clientOf(url: string, name: string): MongoClient {
  return new MongoClient(url, {
    appName: name,
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    ignoreUndefined: true,
  });
}

/** The session's end takes back what was not committed. */
async function inOne<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction();
  const result = await work(session);
  await session.commitTransaction();
  return result;
}

/** True when a transaction was refused because of another one at the same time, and not because of an outage. */
function isConflict(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('TransientTransactionError') && !isOutage(error);
}

/** True when a write was refused because a unique index has the value; `index` narrows it to one index. */
export function isDuplicateKey(error: unknown, index?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  return index === undefined || error.message.includes(`index: ${index} `);
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
/** Server codes of a primary that steps down, shuts down or cannot be reached. Source: MongoDB's error_codes.yml. */
const OUTAGE_CODES = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** True when the database could not be used, as opposed to having refused what it was asked. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  if (OUTAGES.has(error.name) || error.hasErrorLabel('RetryableWriteError')) return true;
  return typeof error.code === 'number' && OUTAGE_CODES.has(error.code);
}
