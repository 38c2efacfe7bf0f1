import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServer, LocalServerOptions } from '../local-server';
import { Ports } from '../processes/ports';
import { type ServerProcess, startProcess } from '../processes/server-process';
import { untilReady } from '../processes/until-ready';
import { answersTcp } from '../processes/answers';
import { becomePrimary, changeAddress } from './replica-set';
import type { RunningDatabase } from './database';

const READY_MS = 60_000;
const STOP_MS = 15_000;

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
  const server: LocalServer = {
    origin: program,
    pid: process.pid,
    exited: process.exited,
    stop: (graceMs = STOP_MS) => process.stop(graceMs),
    kill: () => process.kill(),
  };
  return { ...server, mongoUrl: databaseUrl(port) };
}

/**
 * A set that finds a stranger at its own old address waits long for an answer. So its address is changed while the
 * server runs alone. Source: MongoDB's manual, "Change Hostnames in a Self-Managed Replica Set".
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
  const logFile = join(directory, 'mongod.log');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const process = await startProcess({
    command: program,
    arguments: [...settings(port), ...replication, '--dbpath', data],
    environment,
    workingDirectory: directory,
    logFile,
    witness,
  });
  await untilReady({ process, port, logFile, timeoutMs: READY_MS, answers: () => answersTcp(port), signal });
  return process;
}

/** With the set's name a driver rides through a restart without an error. */
export function databaseUrl(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
}

/** Small and quiet: one machine's tests and trials. Slow queries are not logged: people's addresses are in them. */
function settings(port: number): string[] {
  const limits = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256', '--slowOpSampleRate', '0'];
  return ['--port', String(port), '--bind_ip', '127.0.0.1', ...limits].concat(
    ['--networkMessageCompressors', 'disabled', '--nounixsocket'],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  );
}
