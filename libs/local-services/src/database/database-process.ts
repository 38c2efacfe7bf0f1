import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServer, LocalServerOptions } from '../local-server';
import { Ports } from '../processes/ports';
import { startProcess } from '../processes/server-process';
import { untilReady } from '../processes/until-ready';
import { answersTcp } from '../processes/answers';
import { becomePrimary } from './replica-set';
import type { RunningDatabase } from './database';

const READY_MS = 60_000;
const STOP_MS = 15_000;

/** Runs this mongod on a free loopback port, as a replica set of one. */
export async function startDatabaseProcess(
  program: string,
  options: LocalServerOptions,
): Promise<RunningDatabase> {
  const { directory, environment, witness, signal } = options;
  const data = join(directory, 'data');
  const logFile = join(directory, 'mongod.log');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const port = await (await Ports.open(directory)).take('mongodb');
  const process = await startProcess({
    command: program,
    arguments: [...settings(port), '--dbpath', data],
    environment,
    workingDirectory: directory,
    logFile,
    witness,
  });
  await untilReady({ process, port, logFile, timeoutMs: READY_MS, answers: () => answersTcp(port), signal });
  await becomePrimary(port).catch(async (error: unknown) => {
    await process.kill();
    throw error;
  });
  const server: LocalServer = {
    origin: program,
    pid: process.pid,
    exited: process.exited,
    stop: (graceMs = STOP_MS) => process.stop(graceMs),
    kill: () => process.kill(),
  };
  return { ...server, mongoUrl: databaseUrl(port) };
}

/** With the set's name a driver rides through a restart without an error. */
export function databaseUrl(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
}

/** Small and quiet: one machine's tests and trials. */
export function settings(port: number): string[] {
  const limits = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256'];
  return ['--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0', ...limits].concat(
    ['--networkMessageCompressors', 'disabled', '--nounixsocket'],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  );
}
