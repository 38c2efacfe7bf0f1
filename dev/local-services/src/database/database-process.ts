import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import type { LocalServer, LocalServerOptions } from '../local-server';
import { answersTcp } from '../processes/answers';
import { Ports } from '../processes/ports';
import { type ServerProcess, startServer, untilTrue } from '../processes/server-process';

export interface RunningDatabase extends LocalServer {
  /** The URL of a server, without a database: `mongodb://127.0.0.1:27017/?replicaSet=rs0`. */
  readonly mongoUrl: string;
}

/** A member of a replica set of several, before the set is initiated. */
export interface RunningMember {
  readonly pid: number;
  /** Sends SIGTERM, then SIGKILL after a while. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

const READY_MS = 120_000;
const STOP_MS = 15_000;
const PRIMARY_MS = 120_000;

/** Options for tests and for a single user. Slow queries are not logged, because they contain addresses of people. */
export const SMALL = ['--wiredTigerCacheSizeGB', '0.25', '--slowOpSampleRate', '0'];

/** Runs this mongod on a free loopback port, as a replica set of one. */
export async function startDatabaseProcess(
  program: string,
  options: LocalServerOptions,
): Promise<RunningDatabase> {
  const ports = await Ports.open(options.directory);
  const last = ports.last('mongodb');
  const port = await ports.take('mongodb');
  if (last !== undefined && last !== port) await moveTo(port, program, options);
  const process = await startMongod(program, port, ['--replSet', 'rs0'], options);
  await becomePrimary(port).catch(async (error: unknown) => {
    await process.kill();
    throw error;
  });
  return {
    origin: program,
    pid: process.pid,
    exited: process.exited,
    stop: (graceMs = STOP_MS) => process.stop(graceMs),
    kill: () => process.kill(),
    mongoUrl: databaseUrl(port),
  };
}

/** Runs this mongod on a loopback port, as one of the members of a replica set. */
export async function startMember(
  program: string,
  port: number,
  options: LocalServerOptions,
): Promise<RunningMember> {
  const process = await startMongod(program, port, ['--replSet', 'rs0'], options);
  return { pid: process.pid, stop: () => process.stop(STOP_MS), kill: () => process.kill() };
}

/** The name of the set, with which a driver continues across a restart without an error. */
export function databaseUrl(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
}

/**
 * Changes the address of the set's member. A set that finds another server at its previous address waits long for a
 * response, so the address is changed while the server runs standalone. Source: MongoDB's manual, "Change Hostnames
 * in a Self-Managed Replica Set".
 */
async function moveTo(port: number, program: string, options: LocalServerOptions): Promise<void> {
  const alone = await startMongod(program, port, [], options);
  try {
    await changeAddress(port);
  } finally {
    await alone.stop(STOP_MS);
  }
}

async function startMongod(
  program: string,
  port: number,
  replication: readonly string[],
  { directory, environment, witness, signal }: LocalServerOptions,
): Promise<ServerProcess> {
  const data = join(directory, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  return startServer({
    command: program,
    arguments: ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', data]
      .concat(SMALL, ['--oplogSize', '256', '--networkMessageCompressors', 'disabled', '--nounixsocket'])
      .concat('--setParameter', 'diagnosticDataCollectionEnabled=false')
      .concat('--setParameter', 'transactionLifetimeLimitSeconds=10', replication),
    environment,
    workingDirectory: directory,
    logFile: join(directory, 'mongod.log'),
    witness,
    signal,
    port,
    timeoutMs: READY_MS,
    answers: () => answersTcp(port),
  });
}

/**
 * Makes a local server that was started with `--replSet rs0` the only, writable member of its set, at an address at
 * which it can reach itself. Rejects if the server does not become writable within a minute.
 */
export async function becomePrimary(
  port: number,
  address = `127.0.0.1:${port}`,
  signal?: AbortSignal,
): Promise<void> {
  let reason = '';
  const isPrimary = (): Promise<boolean> =>
    directly(port, async (client) => {
      const admin = client.db('admin');
      const { setName, isWritablePrimary } = await admin.command({ hello: 1 });
      const members = [{ _id: 0, host: address }];
      if (setName === undefined) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
      return isWritablePrimary === true;
    }).catch((error: unknown) => {
      reason = String(error);
      return false;
    });
  if (await untilTrue(isPrimary, PRIMARY_MS, signal)) return;
  signal?.throwIfAborted();
  throw new Error(`the database on port ${port} did not become writable: ${reason}`);
}

/** Writes the server's port into the stored configuration of the set. The server must run without `--replSet`. */
async function changeAddress(port: number): Promise<void> {
  await directly(port, async (client) => {
    const stored = client.db('local').collection('system.replset');
    await stored.updateOne({}, { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } });
  });
}

/** Connects with a new client each time, because a client that did not find the server cannot be used again. */
async function directly<T>(port: number, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
