import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Ports,
  type ServerProcess,
  answersTcp,
  findWebKit,
  startServer,
} from '../../dev/local-services/src/index';
import { fetching } from '../../dev/testing/src/fetched-programs';
import { Guard } from '../../dev/testing/src/servers';

const READY_MS = 60_000;
const STOP_MS = 5_000;

/** A window of WebKitGTK on a display of its own. Source of the commands: W3C WebDriver, 2018. */
export class WebKit {
  private constructor(
    private readonly session: string,
    private readonly servers: readonly ServerProcess[],
    private readonly guard: Guard,
    private readonly directory: string,
  ) {}

  /** @param size that of the page, without the window around it (CSS pixels) */
  static async open({ width, height }: { width: number; height: number }): Promise<WebKit> {
    const directory = await mkdtemp(join(tmpdir(), 'webkit-'));
    const guard = new Guard();
    guard.directory(directory);
    const servers: ServerProcess[] = [];
    try {
      const programs = await findWebKit(fetching('webkit'));
      const ports = await Ports.open(directory);
      const [x, port] = [await ports.take('display'), await ports.take('driver')];
      const start = async (
        name: string,
        [command, ...args]: [string, ...string[]],
        on: number,
        environment: Record<string, string> = {},
      ): Promise<void> => {
        const server = await startServer({
          command,
          arguments: args,
          environment: { PATH: process.env.PATH, HOME: directory, ...environment },
          workingDirectory: directory,
          logFile: join(directory, name),
          witness: guard,
          port: on,
          timeoutMs: READY_MS,
          answers: () => answersTcp(on),
        });
        servers.unshift(server);
      };
      // X11 listens on port 6000 + display.
      const display = `:${x - 6_000}`;
      const screen = [
        '-screen',
        '0',
        `${2 * width}x${2 * height}x24`,
        '-listen',
        'tcp',
        '-nolisten',
        'unix',
        '-ac',
      ];
      await start('display.log', [programs.display, display, ...screen], x);
      const environment = { DISPLAY: `127.0.0.1${display}`, NO_AT_BRIDGE: '1' };
      await start('driver.log', [programs.driver, `--port=${port}`], port, environment);
      const url = `http://127.0.0.1:${port}/session`;
      const { sessionId } = await command<{ sessionId: string }>('POST', url, { capabilities: {} });
      const webkit = new WebKit(`${url}/${sessionId}`, servers, guard, directory);
      await webkit.ask('POST', '/window/rect', { width, height });
      const [around, above] = await webkit.evaluate<[number, number]>(
        `[${width} - innerWidth, ${height} - innerHeight]`,
      );
      await webkit.ask('POST', '/window/rect', { width: width + around, height: height + above });
      return webkit;
    } catch (error) {
      await ended(servers, guard, directory);
      throw error;
    }
  }

  /** Replaces the page by this HTML, and resolves when its pictures and frames are loaded. */
  async show(html: string): Promise<void> {
    await this.ask('POST', '/url', { url: 'about:blank' });
    const write = `const [html, done] = arguments;
      document.open();
      addEventListener('load', () => requestAnimationFrame(() => done(null)));
      document.write(html);
      document.close();`;
    await this.ask('POST', '/execute/async', { script: write, args: [html] });
  }

  /** The value of an expression in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    return this.ask<T>('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
  }

  /** A picture of the page, as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(await this.ask<string>('GET', '/screenshot'), 'base64');
  }

  async close(): Promise<void> {
    await command('DELETE', this.session).catch(() => undefined);
    await ended(this.servers, this.guard, this.directory);
  }

  private ask<T>(method: string, path: string, body?: object): Promise<T> {
    return command<T>(method, `${this.session}${path}`, body);
  }
}

async function ended(servers: readonly ServerProcess[], guard: Guard, directory: string): Promise<void> {
  for (const server of servers) await server.stop(STOP_MS);
  await guard.release();
  await rm(directory, { recursive: true, force: true });
}

async function command<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}
