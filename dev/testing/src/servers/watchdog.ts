/**
 * A separate process that outlives its owner, even on SIGKILL, and then ends what the owner left behind. Node runs this
 * file directly, so it imports nothing of the project.
 *
 * On its standard input it reads, one JSON array per line, what to guard and what to guard no longer: ["pid", 123],
 * ["gone", 123], ["container", "name"], ["removed", "name"], ["directory", "path"]. The end of that input is the end of
 * its owner.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const pids = new Set<number>();
const containers = new Set<string>();
const directories = new Set<string>();

const guard: Readonly<Record<string, (what: unknown) => void>> = {
  pid: (pid) => pids.add(Number(pid)),
  gone: (pid) => pids.delete(Number(pid)),
  container: (name) => containers.add(String(name)),
  removed: (name) => containers.delete(String(name)),
  directory: (path) => directories.add(String(path)),
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [kind, what] = JSON.parse(line) as [string, unknown];
    guard[kind]?.(what);
  })
  .on('close', () => {
    for (const pid of pids) killGroup(pid);
    for (const name of containers) spawnSync('docker', ['rm', '-f', '-v', name], { timeout: 15_000 });
    for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  });

function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}
