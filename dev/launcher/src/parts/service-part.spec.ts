import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ports } from '@carillon/local-services';
import { ServicePart } from './service-part';

/** A program in a temporary checkout, at the path where the launcher looks for it. */
async function service(program: string): Promise<{ part: ServicePart; logFile: string }> {
  const root = mkdtempSync(join(tmpdir(), 'service-'));
  mkdirSync(join(root, 'dist/apps/stand-in'), { recursive: true });
  writeFileSync(join(root, 'dist/apps/stand-in/main.js'), program);
  const port = await (await Ports.open(root)).take('admin');
  const logFile = join(root, 'stand-in.log');
  const part = new ServicePart({
    name: 'stand-in',
    entry: 'apps/stand-in/main',
    phase: 'services',
    environment: { ...process.env, ADMIN_PORT: String(port) },
    root,
    logFile,
    adminUrl: `http://127.0.0.1:${port}`,
    note: 'a note',
    services: [],
    witness: { started: () => undefined, ended: () => undefined },
  });
  return { part, logFile };
}

const ready = (answer: string): string =>
  `let asked = 0; require('http').createServer((q, r) => { asked += 1; ${answer} }).listen(process.env.ADMIN_PORT);`;
const never = new AbortController().signal;

describe('starting a service', () => {
  it('waits until it is ready, and stops it on request', async () => {
    const { part } = await service(ready('r.statusCode = asked < 3 ? 503 : 200; r.end(q.url);'));
    const running = await part.start(never);
    expect(running).toMatchObject({ pid: expect.any(Number) as number, note: 'a note' });
    await running.stop(5_000);
    expect(await running.exited).toBe('signal SIGTERM');
  });

  it('reports why it ended, with the end of its log', async () => {
    const { part, logFile } = await service(`console.error('PORT: read "x"'); process.exit(1);`);
    await expect(part.start(never)).rejects.toThrow(
      `stand-in did not start (exit code 1); the end of ${logFile}:\nPORT: read "x"`,
    );
  });

  it('leaves nothing behind when its start is aborted', async () => {
    const { part } = await service(ready('r.statusCode = 503; r.end();'));
    await expect(part.start(AbortSignal.timeout(300))).rejects.toThrow(/timeout/);
  });
});
