import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

/**
 * Returns the start time of a process, which distinguishes the process from a later one with the same pid. Returns
 * null if no such process runs (a zombie does not run). Compare the text only with texts from the same machine.
 */
export function identify(pid: number): string | null {
  return process.platform === 'linux' ? identifyOnLinux(pid) : identifyByPs(pid);
}

/** Whether the process with this identity still runs. */
export function isStillRunning(pid: number, identity: string): boolean {
  return identify(pid) === identity;
}

function identifyOnLinux(pid: number): string | null {
  try {
    // proc(5): the name in parentheses may contain any characters. The state follows, and the start time is 19 fields
    // later.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

function identifyByPs(pid: number): string | null {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() || null;
}
