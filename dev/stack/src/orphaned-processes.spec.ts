import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJson } from './json-file';
import { OrphanedProcesses, endLeftovers } from './orphaned-processes';

const freshFile = (): string => join(mkdtempSync(join(tmpdir(), 'orphans-')), 'running.json');

async function sleeper(): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  return { child, pid: child.pid ?? 0 };
}

describe('the processes of a killed launcher', () => {
  it('are ended by the next start', async () => {
    const file = freshFile();
    const { child, pid } = await sleeper();
    const exited = once(child, 'exit');
    new OrphanedProcesses(file).started({ pid });

    expect(await endLeftovers(file, process.env)).toBe(1);

    expect(await exited).toEqual([null, 'SIGTERM']);
    expect(existsSync(file)).toBe(false);
  });

  it('are distinguished from later processes with the same pid', async () => {
    const file = freshFile();
    const { child, pid } = await sleeper();
    writeJson(file, { processes: [{ pid, identity: 'an earlier start' }], containers: [] });

    expect(await endLeftovers(file, process.env)).toBe(0);

    expect(child.exitCode ?? child.signalCode).toBeNull();
    child.kill('SIGKILL');
  });

  it('are ignored if all have ended before', async () => {
    const file = freshFile();
    const orphans = new OrphanedProcesses(file);
    orphans.started({ pid: process.pid });
    orphans.ended({ pid: process.pid });
    expect(await endLeftovers(file, process.env)).toBe(0);
  });
});
