import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import { timeLeft } from '@carillon/messaging';
import type { BeforeApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { MongooseModuleFactoryOptions } from '@nestjs/mongoose';
import mongoose, {
  type ClientSession,
  type Aggregate,
  type ConnectOptions,
  type Connection,
  MongooseError,
  type Query,
  STATES,
  type Schema,
  mongo,
} from 'mongoose';
import { classify } from './classify';
import { isOutage } from './database-errors';
import type { Logger, Storage } from '@carillon/platform';
import { createMissingIndexes } from './migrations/indexes';
import { untilItWorks } from './until-it-works';

/** How long an operation waits for a primary before it fails with an outage (milliseconds). */
const SERVER_SELECTION_MS = 2_000;
/**
 * How long a new connection and a heartbeat may take (milliseconds). A frozen server is detected after this time and
 * the 10 s between heartbeats; with the driver's 30 s, the work in flight would outlast a shutdown.
 */
const CONNECT_TIMEOUT_MS = 5_000;
/** The maximum time of a read on the server, outside of commands (milliseconds). */
const READ_LIMIT_MS = 30_000;
/**
 * The number of attempts of a transaction that conflicts with others. The pause before each attempt grows by up to this
 * much (milliseconds).
 */
const TRANSACTION_TRIES = 20;
const CONFLICT_PAUSE_MS = 10;

// Updates can be pipelines, because decisions based on the database's clock are made in a pipeline.
mongoose.set('updatePipeline', true);

/** A database on a server. */
export interface DatabaseAddress {
  /** `mongodb://host:port/?replicaSet=rs0` */
  url: string;
  name: string;
}

/**
 * Options of the connection that MongooseModule makes. It does not wait for the server: `Database` does. `watch` is
 * called before the connection has sent anything.
 */
export function mongooseOptions(
  address: DatabaseAddress,
  watch: (connection: Connection) => void,
): MongooseModuleFactoryOptions {
  return {
    uri: address.url,
    ...connectOptions(address),
    lazyConnection: true,
    retryAttempts: 1,
    connectionFactory: (connection: Connection) => {
      watch(connection);
      return prepared(connection);
    },
  };
}

/** Options of the connection of processes without a Nest module. */
export function connectionTo(address: DatabaseAddress): Connection {
  return prepared(mongoose.createConnection(address.url, connectOptions(address)));
}

/** With these option names, the write concern takes precedence over the URL; as `writeConcern`, it doesn't. */
const acknowledged = { w: 'majority', journal: true } as const;

/**
 * Writes are acknowledged by a majority and journaled, and reads see only majority-committed data: a primary that is
 * cut off from the others still responds for several seconds, and its own writes are rolled back.
 */
function connectOptions({ name }: DatabaseAddress): ConnectOptions {
  return {
    dbName: name,
    appName: name,
    ...acknowledged,
    readConcernLevel: 'majority',
    readPreference: 'primary',
    retryWrites: true,
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    ignoreUndefined: true,
    // `Database` creates the indexes before any message is consumed.
    autoIndex: false,
    autoCreate: false,
    // Without a connection, an operation fails immediately, and its caller decides what to do.
    bufferCommands: false,
  };
}

function prepared(connection: Connection): Connection {
  connection.plugin(refuseHydration);
  connection.plugin(limitReads);
  connection.asPromise().catch(() => undefined); // `Database` checks the result of the first attempt.
  return connection;
}

/** All reads are `lean()`: Mongoose's document instances cost a third more and aren't needed here. */
function refuseHydration(schema: Schema): void {
  schema.post('init', () => {
    throw new TypeError('This query lacks a lean()');
  });
}

/** A read ends soon after the caller of its command has stopped waiting. */
function limitReads(schema: Schema): void {
  schema.pre<Query<unknown, unknown>>(['find', 'findOne', 'countDocuments', 'distinct'], function () {
    void this.maxTimeMS(readLimitMs());
  });
  schema.pre<Aggregate<unknown>>('aggregate', function () {
    void this.option({ maxTimeMS: readLimitMs() });
  });
}

/** The time limit of a read on the server (milliseconds). Reads that bypass the models set the limit themselves. */
export function readLimitMs(): number {
  const left = timeLeft();
  return left === null || left <= 0 ? READ_LIMIT_MS : Math.ceil(left);
}

/** A service's own database: waits for the server and creates the indexes at boot; MongooseModule closes it. */
export class Database implements Storage, OnModuleInit, BeforeApplicationShutdown {
  private readonly closing = new AbortController();
  private readonly connected: Promise<void>;

  /**
   * @param isSpared whether the service can do most of its work without the database, and starts before the server
   * responds
   * @param prepare makes the collections ready before any message is consumed. Absent: creates missing indexes
   */
  constructor(
    readonly connection: Connection,
    private readonly address: DatabaseAddress,
    private readonly log: Logger,
    private readonly isSpared = false,
    private readonly prepare: (connection: Connection) => Promise<void> = createIndexes,
  ) {
    this.connected = this.connect();
    this.connected.catch(() => undefined); // The error is thrown where it is awaited.
  }

  /** For processes without a Nest module: opens a separate connection; `close` closes it. */
  static connect(url: string, name: string, log: Logger): Promise<Database> {
    const address = { url, name };
    return new Database(connectionTo(address), address, log).whenConnected();
  }

  /** Resolves when the server responds. Until then, it logs once that it waits, and tries again with backoff. */
  async whenConnected(): Promise<this> {
    await this.connected;
    return this;
  }

  async onModuleInit(): Promise<void> {
    const prepared = this.prepareCollections();
    if (!this.isSpared) return prepared;
    prepared.catch((error: unknown) => {
      if (!this.closing.signal.aborted) this.log.error({ err: error }, 'the indexes could not be created');
    });
  }

  /** Returns the server's time: one clock for all copies of a service, regardless of the clocks of their machines. */
  async now(): Promise<Date> {
    const { localTime } = await this.command({ hello: 1 });
    return localTime as Date;
  }

  /**
   * Runs `work` as one transaction: all of its writes are stored, or none. It runs again after a conflict with another
   * transaction, so all its effects must use the session. An error means that nothing was stored, unless it is an
   * outage.
   * @throws AppError service_unavailable after too many concurrent changes
   */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.connection.getClient().withSession((session) => inOne(session, work));
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (tries === TRANSACTION_TRIES) throw tooManyAtOnce(error);
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

  classify(error: unknown): AppError | null {
    return classify(error);
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

  /** Mongoose itself does not retry after its first connection failed. */
  private async connect(): Promise<void> {
    const attempt = (): Promise<unknown> =>
      this.connection.readyState === STATES.connecting
        ? this.connection.asPromise()
        : this.connection.openUri(this.address.url, connectOptions(this.address));
    await this.retrying(attempt, isOfServer);
  }

  private async prepareCollections(): Promise<void> {
    await this.connected;
    await this.retrying(() => this.prepare(this.connection), isOutage);
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

async function createIndexes({ models }: Connection): Promise<void> {
  for (const model of Object.values(models)) await createMissingIndexes(model);
}

/** Ending the session rolls back uncommitted writes. */
async function inOne<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction();
  const result = await work(session);
  await session.commitTransaction();
  return result;
}

/** Whether the error comes from an unavailable server and is temporary. */
function isOfServer(error: unknown): boolean {
  if (error instanceof mongo.MongoParseError) return false;
  return error instanceof mongo.MongoError || error instanceof MongooseError;
}

function tooManyAtOnce(cause: unknown): AppError {
  return new AppError('service_unavailable', 'Too many concurrent changes', [], {}, { cause });
}

/** Whether a transaction was refused because of a concurrent one, and not because of an outage. */
function isConflict(error: unknown): boolean {
  return (
    error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError') && !isOutage(error)
  );
}
