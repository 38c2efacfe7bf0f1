import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Environment,
  type OrphanedProcess,
  type Witness,
  identify,
  isStillRunning,
  killGroup,
  removeContainer,
} from '@carillon/local-services';
import { isObject, readJson, writeJson } from './json-file';

interface RecordedProcess {
  pid: number;
  identity: string;
}

const GRACE_MS = 8_000;
const POLL_MS = 100;
const DOCKER_MS = 10_000;

/**
 * Records every started process and container in a file at once, so that the next start can end them if this process
 * is killed.
 */
export class OrphanedProcesses implements Witness {
  private readonly processes = new Map<number, string>();
  private readonly containers = new Set<string>();

  constructor(private readonly file: string) {}

  started(orphan: OrphanedProcess): void {
    if ('pid' in orphan) this.processes.set(orphan.pid, identify(orphan.pid) ?? '');
    else this.containers.add(orphan.container);
    this.write();
  }

  ended(orphan: OrphanedProcess): void {
    if ('pid' in orphan) this.processes.delete(orphan.pid);
    else this.containers.delete(orphan.container);
    this.write();
  }

  /** Kills all recorded processes and containers. */
  killAll(): void {
    for (const pid of this.processes.keys()) killGroup(pid);
    for (const name of this.containers) spawnSync('docker', ['rm', '-f', '-v', name], { timeout: DOCKER_MS });
    this.processes.clear();
    this.containers.clear();
    this.write();
  }

  private write(): void {
    if (this.processes.size + this.containers.size === 0) {
      rmSync(this.file, { force: true });
      return;
    }
    const processes = [...this.processes].map(([pid, identity]): RecordedProcess => ({ pid, identity }));
    writeJson(this.file, { processes, containers: [...this.containers] });
  }
}

/** Ends the processes and containers that a killed launcher left running. Resolves with their number. */
export async function endLeftovers(file: string, environment: Environment): Promise<number> {
  const record = readJson(file);
  if (!record) return 0;
  const processes = asArray(record.processes).filter(isRecordedProcess).filter(isRunning);
  const containers = asArray(record.containers).filter((name) => typeof name === 'string');
  for (const { pid } of processes) signal(pid, 'SIGTERM');
  const deadline = Date.now() + GRACE_MS;
  while (processes.some(isRunning) && Date.now() < deadline) await delay(POLL_MS);
  for (const { pid } of processes.filter(isRunning)) killGroup(pid);
  await Promise.all(containers.map((name) => removeContainer(name, environment)));
  rmSync(file, { force: true });
  return processes.length + containers.length;
}

function isRunning({ pid, identity }: RecordedProcess): boolean {
  return isStillRunning(pid, identity);
}

function isRecordedProcess(value: unknown): value is RecordedProcess {
  return isObject(value) && typeof value.pid === 'number' && typeof value.identity === 'string';
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
