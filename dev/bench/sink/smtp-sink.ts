import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostfixProgram } from '@carillon/local-services';

const BACKLOG = '1000';
const READY_TRIES = 100;
const READY_PAUSE_MS = 50;

/** The number of mails that had been taken at a time of the monotonic clock (milliseconds). */
export interface Taken {
  at: number;
  mails: number;
}

/** Postfix' smtp-sink: takes, counts and drops every mail. It shares no code with the services that are measured. */
export class SmtpSink {
  private readonly history: Taken[] = [];
  private unread = '';

  private constructor(
    private readonly child: ChildProcess & { pid: number },
    readonly port: number,
  ) {
    child.stdout?.setEncoding('latin1').on('data', (text: string) => this.read(text));
  }

  /** Listens on a free port of the loopback address. */
  static async start(): Promise<SmtpSink> {
    const port = await freePort();
    const privileges = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const { command, environment } = await find('smtp-sink');
    const child = spawn(command, ['-c', ...privileges, `127.0.0.1:${port}`, BACKLOG], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child, 'spawn');
    if (child.pid === undefined) throw new Error('smtp-sink did not start');
    const sink = new SmtpSink(Object.assign(child, { pid: child.pid }), port);
    await sink.untilReady();
    return sink;
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Mails since the start. */
  get mails(): number {
    return this.history[this.history.length - 1]?.mails ?? 0;
  }

  /** The time at which the n-th mail was taken; undefined if it was not. */
  takenAt(n: number): number | undefined {
    return this.history.find(({ mails }) => mails >= n)?.at;
  }

  stop(): void {
    this.child.kill();
  }

  /** `sess=    3 quit=    1 mesg=   42` and a carriage return, for each mail; what was read at once is one moment. */
  private read(text: string): void {
    const counts = (this.unread + text).split('\r');
    this.unread = counts.pop() ?? '';
    const last = /mesg= *(\d+)/.exec(counts[counts.length - 1] ?? '');
    const mails = Number(last?.[1] ?? 0);
    if (mails > this.mails) this.history.push({ at: performance.now(), mails });
  }

  private async untilReady(): Promise<void> {
    for (let tries = 0; tries < READY_TRIES; tries++) {
      if (this.child.exitCode !== null) break;
      if (await answers(this.port)) return;
      await pause(READY_PAUSE_MS);
    }
    throw new Error(`smtp-sink does not listen on port ${this.port}`);
  }
}

/** One of postfix' test programs: on the PATH, or else from Debian's package, which is fetched and not installed. */
export function find(program: 'smtp-sink' | 'smtp-source'): ReturnType<typeof findPostfixProgram> {
  return findPostfixProgram(program, {
    programs: resolve('.carillon', 'programs'),
    environment: process.env,
    say: (line) => void process.stderr.write(`postfix: ${line}\n`),
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.end('QUIT\r\n');
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
