import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { closedPort } from '@carillon/local-services';
import { isReady, pidOf } from '@carillon/stack';

const READY_MS = 60_000;
const POLL_MS = 100;

/**
 * An additional process of one of the stack's services, started in the same way as the first. Reads /proc, so it
 * works only on Linux.
 */
export class AnotherProcess {
  private constructor(
    private readonly child: ChildProcess & { pid: number },
    /** The URL of its HTTP server, if it is a gateway. */
    readonly httpUrl: string,
  ) {
    process.once('exit', () => child.kill('SIGKILL'));
  }

  /** Resolves when the process is ready. */
  static async start(service: string): Promise<AnotherProcess> {
    const like = `/proc/${pidOf(service)}`;
    const [program = '', ...args] = listIn(`${like}/cmdline`);
    const [adminPort, httpPort] = [await closedPort(), await closedPort()];
    const given: Record<string, string> = {};
    for (const line of listIn(`${like}/environ`)) {
      const end = line.indexOf('=');
      given[line.slice(0, end)] = line.slice(end + 1);
    }
    const ports = { ADMIN_PORT: String(adminPort), HTTP_PORT: String(httpPort) };
    const child = spawn(program, args, { env: { ...given, ...ports }, stdio: 'ignore' });
    await once(child, 'spawn');
    if (child.pid === undefined) throw new Error(`${service} did not start`);
    const another = new AnotherProcess(
      Object.assign(child, { pid: child.pid }),
      `http://127.0.0.1:${httpPort}`,
    );
    const deadline = Date.now() + READY_MS;
    while (!(await isReady(`http://127.0.0.1:${adminPort}`))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${service} did not start`);
      await pause(POLL_MS);
    }
    return another;
  }

  get pid(): number {
    return this.child.pid;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** The zero-terminated strings in a file of /proc. */
function listIn(file: string): string[] {
  return readFileSync(file, 'utf8').split('\0').filter(Boolean);
}
