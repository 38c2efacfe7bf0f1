import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, untilTrue } from '../../../local-services/src/index';

/** Starts a watchdog and a child in a separate process group, prints the child's pid, and waits. */
const owner = `
  const { spawn } = require('node:child_process');
  const [watchdog, directory] = process.argv.slice(1);
  const { stdin } = spawn(process.execPath, [watchdog], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  for (const line of [['pid', child.pid], ['directory', directory]]) stdin.write(JSON.stringify(line) + '\\n');
  stdin.write('', () => console.log(child.pid));
  setInterval(() => {}, 1000);
`;

async function startOwner(directory: string): Promise<{ process: ChildProcess; child: number }> {
  const started = spawn(process.execPath, ['-e', owner, join(__dirname, 'watchdog.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(started.stdout, 'data')) as [Buffer];
  return { process: started, child: Number(line.toString()) };
}

describe('the watchdog', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)(
    'leaves nothing behind when its owner gets a %s',
    async (signal) => {
      const directory = mkdtempSync(join(tmpdir(), 'watchdog-'));
      const { process: started, child } = await startOwner(directory);
      expect(identify(child)).not.toBeNull();

      started.kill(signal);

      expect(await untilTrue(() => Promise.resolve(identify(child) === null), 30_000)).toBe(true);
      expect(await untilTrue(() => Promise.resolve(!existsSync(directory)), 30_000)).toBe(true);
    },
  );
});
