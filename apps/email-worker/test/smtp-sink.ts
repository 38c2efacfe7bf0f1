import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { smtpSinkProgram } from '@carillon/testing';

const READY_TRIES = 200;
const READY_PAUSE_MS = 50;

/** Postfix' smtp-sink, which shares no code with the project, and misbehaves as its flags say. */
export class SmtpSink {
  private counts = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    child.stdout?.setEncoding('latin1').on('data', (text: string) => {
      this.counts = (this.counts + text).slice(-200);
    });
  }

  static async start(flags: readonly string[]): Promise<SmtpSink> {
    const port = await freePort();
    const privileges = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const { command, environment } = await smtpSinkProgram();
    const child = spawn(command, ['-c', ...privileges, ...flags, `127.0.0.1:${port}`, '100'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child, 'spawn');
    const sink = new SmtpSink(child, port);
    for (let tries = 0; !(await isOpen(port)); tries++) {
      if (tries === READY_TRIES || child.exitCode !== null) throw new Error('smtp-sink did not start');
      await pause(READY_PAUSE_MS);
    }
    return sink;
  }

  /** How many mails it has received whole. */
  get mails(): number {
    return Number([...this.counts.matchAll(/mesg= *(\d+)\r/g)].at(-1)?.[1] ?? 0);
  }

  async stop(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.kill();
    await closed;
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
