import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Environment,
  type Ports,
  type ServerProcess,
  type Witness,
  endOfLog,
  startProcess,
} from '@carillon/local-services';
import type { Folder } from './folder';
import type { ProcessMode } from './process-mode';
import { type StackService, oneProcess, stackServices } from './services';
import { type StackSettings, serviceEnvironment } from './settings';

/** The start configuration of one process of a service. */
export interface ServiceProcessOptions {
  /** `dispatcher`, or `dispatcher-1` if a service has several processes. */
  name: string;
  /** The directory of the checkout. */
  root: string;
  /** The program below dist/, without its extension: `apps/dispatcher/main`. */
  entry: string;
  /** Options of V8 in addition to those of all services. */
  memory?: readonly string[];
  /** The complete environment of the process. */
  environment: Environment;
  logFile: string;
  adminUrl: string;
  /** The limit of its JavaScript memory (MiB). If absent, that of one service. */
  heapMiB?: number;
  witness: Witness;
}

export interface PlannedProcess extends ServiceProcessOptions {
  service: StackService;
  /** Processes of one service are numbered from 0. */
  number: number;
  /** The services in this process, each with its own part of the admin port. */
  services: readonly { name: string; adminUrl: string }[];
}

export interface Plan {
  root: string;
  folder: Folder;
  settings: StackSettings;
  /** The environment of every process. The variables of its service take precedence. */
  environment: Environment;
  ports: Ports;
  witness: Witness;
  /** If absent, a process for each service. */
  mode?: ProcessMode;
  /** The number of processes, by service. If absent, one process of each. */
  copies?: Readonly<Record<string, number>>;
}

/**
 * V8 derives its limits from the machine's memory: on a large machine, a service of 140 MiB grows to 300. With these
 * limits (MiB), memory usage stays flat, and speed is the same. The Dockerfile sets the same limits.
 */
const MEMORY = ['--max-semi-space-size=8'];
const HEAP_MIB = 512;
/** The limit for all services in one process. */
const SHARED_HEAP_MIB = 1_024;
const POLL_MS = 50;
const ASK_MS = 1_000;

/** Plans the processes of a stack, each with its own admin port. */
export async function planProcesses({ copies, mode, ...plan }: Plan): Promise<PlannedProcess[]> {
  const { root, folder, settings, environment, ports, witness } = plan;
  const planned: PlannedProcess[] = [];
  const isConfigured = ({ needs }: StackService): boolean => needs === undefined || settings[needs] !== '';
  const sandbox = stackServices.filter(({ phase }) => phase === 'sandbox');
  for (const service of mode === 'one' ? [...sandbox, oneProcess] : stackServices) {
    const usual = isConfigured(service) ? 1 : 0;
    for (let number = 0; number < (copies ? (copies[service.name] ?? 0) : usual); number++) {
      const name = copies ? `${service.name}-${number}` : service.name;
      const adminPort = await ports.take(name);
      const adminUrl = `http://127.0.0.1:${adminPort}`;
      const hosts = service.hosts?.filter(isConfigured);
      planned.push({
        service,
        number,
        name,
        root,
        entry: `${service.program}/main`,
        ...(service.memory && { memory: service.memory }),
        environment: serviceEnvironment(service, settings, adminPort, environment),
        logFile: folder.log(name),
        adminUrl,
        services: hosts?.map((host) => ({ name: host.name, adminUrl: `${adminUrl}/${host.name}` })) ?? [
          { name, adminUrl },
        ],
        ...(hosts && { heapMiB: SHARED_HEAP_MIB }),
        witness,
      });
    }
  }
  return planned;
}

/** Starts the process, which is not ready yet. */
export function startService(options: ServiceProcessOptions): Promise<ServerProcess> {
  const { root, entry, memory = [], environment, logFile, heapMiB = HEAP_MIB, witness } = options;
  const limits = [...MEMORY, `--max-old-space-size=${heapMiB}`, ...memory];
  return startProcess({
    command: process.execPath,
    arguments: ['--enable-source-maps', ...limits, join(root, 'dist', `${entry}.js`)],
    environment,
    workingDirectory: root,
    logFile,
    witness,
  });
}

/**
 * Resolves when the process is ready. Rejects with the end of its log if the process ends, or is not ready within
 * `readyMs`.
 */
export async function untilReady(
  running: ServerProcess,
  { name, adminUrl, logFile }: ServiceProcessOptions,
  readyMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyMs;
  while (running.ending === undefined && Date.now() < deadline && signal?.aborted !== true) {
    if (await isReady(adminUrl)) return;
    await pause(POLL_MS);
  }
  signal?.throwIfAborted();
  const why = running.ending ?? `not ready after ${readyMs / 1000} s`;
  throw new Error(`${name} did not start (${why}); the end of ${logFile}:\n${await endOfLog(logFile)}`);
}

export async function isReady(adminUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/health/ready`, { signal: AbortSignal.timeout(ASK_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
