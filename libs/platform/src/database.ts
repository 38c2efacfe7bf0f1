import { setTimeout as delay } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { MongooseModuleFactoryOptions } from '@nestjs/mongoose';
import mongoose, {
  type ClientSession,
  type ConnectOptions,
  type Connection,
  MongooseError,
  STATES,
  type Schema,
  type SchemaOptions,
  mongo,
} from 'mongoose';
import type { Logger } from './logger';
import { untilItWorks } from './until-it-works';

/** How long an operation looks for a primary before it gives up with an outage (milliseconds). */
const SERVER_SELECTION_MS = 2_000;
/**
 * How long a new connection and a heartbeat may take (milliseconds). A server that is frozen is known to be after this and
 * the 10 s between heartbeats; with the driver's 30 s, what is in flight would outlast a shutdown.
 */
const CONNECT_TIMEOUT_MS = 5_000;
const DUPLICATE_KEY = 11000;
/** Tries of a transaction that others are in the way of; each waits up to so much longer than the last (milliseconds). */
const TRANSACTION_TRIES = 20;
const CONFLICT_PAUSE_MS = 10;

// Updates may be pipelines: what is decided by the database's clock is decided in one.
mongoose.set('updatePipeline', true);

/** Options of the schema of an object within a document. */
export const part = {
  // Nothing is stored that is not given: no id, no version, and what is empty stays.
  _id: false,
  id: false,
  versionKey: false,
  minimize: false,
  // By default a filter loses the paths that the schema does not know, and then finds everybody's documents.
  strict: 'throw',
  strictQuery: 'throw',
} as const satisfies SchemaOptions;

/** Options of the schema of a collection. */
export function collection(name: string): SchemaOptions {
  return { ...part, _id: true, collection: name };
}

/** What documents of a schema's class are: plain objects, and never its instances. */
export type Plain<T> = { [K in keyof T]: T[K] };

/** The one document with this id, and only if it is this user's. */
export function owned(userId: string, id: string): { _id: mongo.ObjectId; userId: mongo.ObjectId } {
  return { _id: new mongo.ObjectId(id), userId: new mongo.ObjectId(userId) };
}

/** A database on a server. */
export interface DatabaseAddress {
  /** `mongodb://host:port/?replicaSet=rs0` */
  url: string;
  name: string;
}

/**
 * What MongooseModule makes a service's connection with. It is there at once: `Database` waits for the server.
 */
export function mongooseOptions(address: DatabaseAddress): MongooseModuleFactoryOptions {
  return {
    uri: address.url,
    ...connectOptions(address),
    lazyConnection: true,
    retryAttempts: 1,
    connectionFactory: prepared,
  };
}

/** The same for processes without a Nest module. */
export function connectionTo(address: DatabaseAddress): Connection {
  return prepared(mongoose.createConnection(address.url, connectOptions(address)));
}

/** Writes are acknowledged by a majority and journaled. */
function connectOptions({ name }: DatabaseAddress): ConnectOptions {
  return {
    dbName: name,
    appName: name,
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    ignoreUndefined: true,
    // `Database` creates them, before any message is taken.
    autoIndex: false,
    autoCreate: false,
    // Without a connection an operation fails at once: its caller is told of the outage, and decides.
    bufferCommands: false,
  };
}

function prepared(connection: Connection): Connection {
  connection.plugin(refuseHydration);
  connection.asPromise().catch(() => undefined); // `Database` looks at how the first try ended.
  return connection;
}

/** All reads are `lean()`: an instance of Mongoose's documents costs a third more and is of no use here. */
function refuseHydration(schema: Schema): void {
  schema.post('init', () => {
    throw new TypeError('This query lacks a lean()');
  });
}

/** A service's own database: waited for and indexed at boot, closed by MongooseModule. */
export class Database implements OnModuleInit, BeforeApplicationShutdown {
  private readonly closing = new AbortController();
  private readonly connected: Promise<void>;

  /** `isSpared`: the service can do most of its work without, and starts before the server answers. */
  constructor(
    readonly connection: Connection,
    private readonly address: DatabaseAddress,
    private readonly log: Logger,
    private readonly isSpared = false,
  ) {
    this.connected = this.connect();
    this.connected.catch(() => undefined); // The error is thrown where it is awaited.
  }

  /** For processes without a Nest module: a connection of its own; close it by `close`. */
  static connect(url: string, name: string, log: Logger): Promise<Database> {
    const address = { url, name };
    return new Database(connectionTo(address), address, log).whenConnected();
  }

  /** Resolves when the server answers; until then it says so once and tries again with backoff. */
  async whenConnected(): Promise<this> {
    await this.connected;
    return this;
  }

  async onModuleInit(): Promise<void> {
    const created = this.createIndexes();
    if (!this.isSpared) return created;
    created.catch((error: unknown) => {
      if (!this.closing.signal.aborted) this.log.error({ err: error }, 'the indexes could not be created');
    });
  }

  /** The server's time: one clock for all copies of a service, whatever their own machines say. */
  async now(): Promise<Date> {
    const { localTime } = await this.command({ hello: 1 });
    return localTime as Date;
  }

  /**
   * Makes all writes of `work` one: every one of them is stored, or none. It runs again when another transaction was in
   * the way, so it must do nothing but by its session. An error means that nothing was stored, unless it is an outage.
   */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.connection.getClient().withSession((session) => inOne(session, work));
      } catch (error) {
        if (!isConflict(error) || tries === TRANSACTION_TRIES) throw error;
        await delay(Math.random() * tries * CONFLICT_PAUSE_MS);
      }
    }
  }

  async isReady(): Promise<boolean> {
    return this.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  }

  beforeApplicationShutdown(): void {
    this.closing.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.connection.close();
  }

  private command(command: mongo.Document): Promise<mongo.Document> {
    const { db } = this.connection;
    return db ? db.command(command) : Promise.reject(new mongo.MongoNotConnectedError('Not connected yet'));
  }

  /** Mongoose itself never tries again where its first connection failed. */
  private async connect(): Promise<void> {
    const attempt = (): Promise<unknown> =>
      this.connection.readyState === STATES.connecting
        ? this.connection.asPromise()
        : this.connection.openUri(this.address.url, connectOptions(this.address));
    await this.retrying(attempt, isOfServer);
  }

  private async createIndexes(): Promise<void> {
    await this.connected;
    for (const model of Object.values(this.connection.models)) {
      await this.retrying(() => model.createIndexes(), isOutage);
    }
  }

  private retrying(
    attempt: () => Promise<unknown>,
    worthWaiting: (error: unknown) => boolean,
  ): Promise<unknown> {
    const { signal } = this.closing;
    return untilItWorks('the database', this.log, attempt, {
      worthWaiting: (error) => !signal.aborted && worthWaiting(error),
      signal,
    });
  }
}

/** The session's end takes back what was not committed. */
async function inOne<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction();
  const result = await work(session);
  await session.commitTransaction();
  return result;
}

/** Whether an error comes from an unavailable server and may go away. */
function isOfServer(error: unknown): boolean {
  if (error instanceof mongo.MongoParseError) return false;
  return error instanceof mongo.MongoError || error instanceof MongooseError;
}

/** True when a transaction was refused because of another one at the same time, and not because of an outage. */
function isConflict(error: unknown): boolean {
  return (
    error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError') && !isOutage(error)
  );
}

/** True when a write was refused because a unique index has the value; `index` narrows it to one index. */
export function isDuplicateKey(error: unknown, index?: string): boolean {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return false;
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

/** Mongoose's own errors have no code. Source: its drivers/node-mongodb-native/collection.js. */
const NO_CONNECTION = /before initial connection|Connection was force closed/;

/** True when the database could not be used, as opposed to having refused what it was asked. */
export function isOutage(error: unknown): boolean {
  if (error instanceof MongooseError) return NO_CONNECTION.test(error.message);
  if (!(error instanceof mongo.MongoError)) return false;
  // Of many inserts together, it is the reason of another error.
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error) {
    return isOutage(error.errorResponse);
  }
  if (OUTAGES.has(error.name) || error.hasErrorLabel('RetryableWriteError')) return true;
  return typeof error.code === 'number' && OUTAGE_CODES.has(error.code);
}
