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

/** How long an operation looks for a primary before it fails with an outage (milliseconds). */
const SERVER_SELECTION_MS = 2_000;
/**
 * How long a new connection and a heartbeat may take (milliseconds). A frozen server is detected after this time and
 * the 10 s between heartbeats; with the driver's 30 s, the work in flight would outlast a shutdown.
 */
const CONNECT_TIMEOUT_MS = 5_000;
const DUPLICATE_KEY = 11000;
/**
 * Attempts of a transaction that conflicts with others; the pause before each grows by up to this much (milliseconds).
 */
const TRANSACTION_TRIES = 20;
const CONFLICT_PAUSE_MS = 10;

// Updates may be pipelines: a decision by the database's clock is made in a pipeline.
mongoose.set('updatePipeline', true);

/** Options of the schema of an object within a document. */
export const part = {
  // Nothing is added to what is stored: no id, no version; empty objects are kept.
  _id: false,
  id: false,
  versionKey: false,
  minimize: false,
  // By default a filter loses the paths that the schema does not know, and then matches the documents of all users.
  strict: 'throw',
  strictQuery: 'throw',
} as const satisfies SchemaOptions;

/** Options of the schema of a collection. */
export function collection(name: string): SchemaOptions {
  return { ...part, _id: true, collection: name };
}

/** Documents of a schema's class are plain objects, never instances of the class. */
export type Plain<T> = { [K in keyof T]: T[K] };

/** A filter for the document with this id that belongs to this user. */
export function owned(userId: string, id: string): { _id: mongo.ObjectId; userId: mongo.ObjectId } {
  return { _id: new mongo.ObjectId(id), userId: new mongo.ObjectId(userId) };
}

/** A database on a server. */
export interface DatabaseAddress {
  /** `mongodb://host:port/?replicaSet=rs0` */
  url: string;
  name: string;
}

/** Options of the connection that MongooseModule makes. It does not wait for the server: `Database` does. */
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
    // `Database` creates the indexes before any message is consumed.
    autoIndex: false,
    autoCreate: false,
    // Without a connection an operation fails at once, and its caller decides what to do.
    bufferCommands: false,
  };
}

function prepared(connection: Connection): Connection {
  connection.plugin(refuseHydration);
  connection.asPromise().catch(() => undefined); // `Database` looks at how the first try ended.
  return connection;
}

/** All reads are `lean()`: Mongoose's document instances cost a third more and have no use here. */
function refuseHydration(schema: Schema): void {
  schema.post('init', () => {
    throw new TypeError('This query lacks a lean()');
  });
}

/** A service's own database: waits for the server and creates the indexes at boot; MongooseModule closes it. */
export class Database implements OnModuleInit, BeforeApplicationShutdown {
  private readonly closing = new AbortController();
  private readonly connected: Promise<void>;

  /**
   * @param isSpared whether the service can do most of its work without the database, and starts before the server
   * answers
   */
  constructor(
    readonly connection: Connection,
    private readonly address: DatabaseAddress,
    private readonly log: Logger,
    private readonly isSpared = false,
  ) {
    this.connected = this.connect();
    this.connected.catch(() => undefined); // The error is thrown where it is awaited.
  }

  /** For processes without a Nest module: opens a connection of its own; `close` closes it. */
  static connect(url: string, name: string, log: Logger): Promise<Database> {
    const address = { url, name };
    return new Database(connectionTo(address), address, log).whenConnected();
  }

  /** Resolves when the server answers; until then it logs once that it waits, and tries again with backoff. */
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

  /** Returns the server's time: one clock for all copies of a service, whatever the clocks of their machines show. */
  async now(): Promise<Date> {
    const { localTime } = await this.command({ hello: 1 });
    return localTime as Date;
  }

  /**
   * Runs `work` as one transaction: all of its writes are stored, or none. It runs again after a conflict with another
   * transaction, so all its effects must go through the session. An error means that nothing was stored, unless it is
   * an outage.
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

  /** Mongoose itself does not try again after its first connection failed. */
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

/** Ending the session rolls back what was not committed. */
async function inOne<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction();
  const result = await work(session);
  await session.commitTransaction();
  return result;
}

/** Whether the error comes from an unavailable server and may go away. */
function isOfServer(error: unknown): boolean {
  if (error instanceof mongo.MongoParseError) return false;
  return error instanceof mongo.MongoError || error instanceof MongooseError;
}

/** Whether a transaction was refused because of a concurrent one, and not because of an outage. */
function isConflict(error: unknown): boolean {
  return (
    error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError') && !isOutage(error)
  );
}

/** Whether a write was refused because a unique index has the value; `index` narrows it to one index. */
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
