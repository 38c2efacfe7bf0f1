import { readFileSync, readdirSync } from 'node:fs';
import { pidOf, stack } from '@carillon/stack';

/** The CPU seconds and the resident memory (MiB) of a process. Reads /proc, so it works only on Linux. */
export interface Usage {
  cpuSeconds: number;
  rssMiB: number;
}

/** Processes that the launcher starts in addition to the services. */
const programs = { broker: 'beam.smp', database: 'mongod' } as const;

const TICKS_PER_SECOND = 100;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** After the user time of these children. */
const ENDED_CHILDREN_SYSTEM_TIME = 14;

/** Usage by name, for the stack's services and for the broker and the database that the launcher started. */
export function usageOfStack(): Map<string, Usage> {
  const { services } = stack();
  const gateway = pidOf('gateway');
  const isShared = services.some(({ name, pid }) => name !== 'gateway' && pid === gateway);
  const pids = new Map(
    services.map(({ name, pid }) => [isShared && pid === gateway ? 'one-process' : name, pid]),
  );
  for (const [name, program] of Object.entries(programs)) {
    const pid = siblingOf(gateway, program);
    if (pid !== undefined) pids.set(name, pid);
  }
  return new Map([...pids].map(([name, pid]) => [name, usageOf(pid)]));
}

/** The CPU seconds of all services, the broker, and the database. */
export function cpuSeconds(): number {
  return [...usageOfStack().values()].reduce((sum, usage) => sum + usage.cpuSeconds, 0);
}

/** Undefined if the database is not a local program. */
export function pidOfDatabase(): number | undefined {
  return siblingOf(pidOf('gateway'), programs.database);
}

export function usageOf(pid: number): Usage {
  const fields = statOf(pid);
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpuSeconds: ticks / TICKS_PER_SECOND, rssMiB: Number(rss?.[1] ?? 0) / 1024 };
}

/** The CPU seconds of a process and its descendants, including those that have ended. */
export function cpuSecondsOfTree(root: number): number {
  return familyOf(root).reduce((sum, pid) => sum + ticksWithEndedChildren(pid), 0) / TICKS_PER_SECOND;
}

/** A process that ended after it was listed is counted for its parent. */
function ticksWithEndedChildren(pid: number): number {
  try {
    return statOf(pid)
      .slice(USER_TIME, ENDED_CHILDREN_SYSTEM_TIME + 1)
      .reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

/** The memory (MiB) of a process: its own, and its share of memory that it shares with others. */
export function memoryOf(pid: number): number {
  const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(pss?.[1] ?? 0) / 1024;
}

/** A process and all processes that it started, directly or indirectly. */
export function familyOf(ancestor: number): number[] {
  return processes().filter((pid) => descendsFrom(pid, ancestor));
}

/** The program of a process: `apps/gateway/main` or `mongod`. */
export function programOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return /\/dist\/(\S+)\/main\.js/.exec(words)?.[1] ?? nameOf(pid);
}

/** The fields of /proc/<pid>/stat after the program's name: state, parent, and so on. See proc(5). */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Finds a program that descends from the same launcher. */
function siblingOf(pid: number, program: string): number | undefined {
  const launcher = Number(statOf(pid)[1]);
  return processes().find((other) => nameOf(other) === program && descendsFrom(other, launcher));
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Whether a process is the ancestor or one of its descendants. */
function descendsFrom(pid: number, ancestor: number): boolean {
  try {
    for (let at = pid; at > 1; at = Number(statOf(at)[1])) if (at === ancestor) return true;
  } catch {
    // One of the processes has ended.
  }
  return false;
}
