import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ports, type ServerProcess, startServer } from '@carillon/local-services';
import { describeWith } from '../../../dev/testing/src/fetched-programs';
import { apps, root, someSecrets } from './apps';
import { type Rendered, environmentOf, render } from './render';

const START_MS = 180_000;
const STOP_MS = 30_000;
jest.setTimeout(2 * START_MS);

/** The status of the response on this port, or undefined without a response. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => undefined,
  );
}

describeWith(
  'helm',
  'an app that is started as its pod starts it, before broker and database are there',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'chart-'));
    const secrets = someSecrets();
    let rendered: Rendered;
    let running: ServerProcess | undefined;
    beforeAll(async () => {
      rendered = await render('default', '--set', 'apps.mailbox-poller.enabled=true');
    });
    afterEach(() => running?.kill());
    afterAll(() => rmSync(directory, { recursive: true }));

    it.each(apps)('%s is alive, not ready, and stops at once', async (app) => {
      const container = rendered.container(app);
      const port = await (await Ports.open(join(directory, app))).take('admin');
      const [, ...script] = container.command;
      running = await startServer({
        command: process.execPath,
        arguments: script,
        // All pods use the same port. On one machine, each app needs its own.
        environment: {
          ...environmentOf(container, secrets),
          ADMIN_HOST: '127.0.0.1',
          ADMIN_PORT: String(port),
          HTTP_PORT: '0',
        },
        workingDirectory: resolve(root, 'dist'),
        logFile: join(directory, `${app}.log`),
        port,
        timeoutMs: START_MS,
        answers: async () => (await statusOf(port, container.livenessProbe?.httpGet.path ?? '')) === 200,
      });
      expect(await statusOf(port, container.readinessProbe?.httpGet.path ?? '')).toBe(503);
      await running.stop(STOP_MS);
      expect(running.ending).toBe('signal SIGTERM');
    });
  },
);
