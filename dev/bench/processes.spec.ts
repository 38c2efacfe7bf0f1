import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuSecondsOfTree } from './processes';

jest.setTimeout(60_000);

describe('the processor time of a process and its descendants', () => {
  it('includes a child that has ended', async () => {
    const count = '(n=0; while [ $n -lt 300000 ]; do n=$((n + 1)); done)';
    const script = `${count}; echo done; exec sleep 60`;
    const parent = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(parent.stdout, 'data');
      expect(cpuSecondsOfTree(parent.pid ?? 0)).toBeGreaterThanOrEqual(0.05);
    } finally {
      parent.kill();
    }
  });

  it('is zero for a process that does not exist', () => {
    expect(cpuSecondsOfTree(2 ** 30)).toBe(0);
  });
});
