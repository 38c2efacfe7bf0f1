import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Environment,
  type ServerProcess,
  type Witness,
  endOfLog,
  startProcess,
} from '@carillon/local-services';

export interface CopyOptions {
  /** `email-worker` */
  service: string;
  /** Copies of a service are told apart by their number, from 0. */
  number: number;
  /** Below dist/, without its ending: `apps/dispatcher/main`. */
  entry: string;
  environment: Environment;
  adminUrl: string;
  folder: string;
  witness: Witness;
}

const READY_MS = 60_000;
const POLL_MS = 50;
const GRACE_MS = 29_000;
/** As an operator's supervisor waits before it starts again what has ended (milliseconds). */
const RESTART_MS = 200;

/** One process of a service, started again whenever it ends unasked, unless it is to stay down. */
export class ServiceCopy {
  /** How often it has ended since the rig was started. */
  deaths = 0;
  private process: ServerProcess | undefined;
  private staysDown = false;
  private worn: Environment = {};
  private restarting: Promise<void> = Promise.resolve();

  constructor(private readonly options: CopyOptions) {}

  get name(): string {
    return `${this.options.service}-${this.options.number}`;
  }

  get service(): string {
    return this.options.service;
  }

  get adminUrl(): string {
    return this.options.adminUrl;
  }

  get pid(): number | undefined {
    return this.process?.ending === undefined ? this.process?.pid : undefined;
  }

  /** Adds to its environment from its next start on, and takes away what was added so before. */
  dress(environment: Environment): void {
    this.worn = environment;
  }

  /** Resolves when it is ready. What is added to its environment, and another entry, last until the next start. */
  async start(added: Environment = {}): Promise<void> {
    this.staysDown = false;
    const { entry, environment, folder, witness } = this.options;
    const started = await startProcess({
      command: globalThis.process.execPath,
      arguments: ['--enable-source-maps', join('dist', `${entry}.js`)],
      environment: { ...environment, ...this.worn, ...added },
      workingDirectory: globalThis.process.cwd(),
      logFile: this.logFile(folder),
      witness,
    });
    this.process = started;
    void started.exited.then((ending) => this.ended(started, ending, added));
    await this.untilReady(started);
  }

  signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    globalThis.process.kill(pid, signal);
  }

  /** Ends it for as long as nobody calls `start`. */
  async down(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    this.staysDown = true;
    await this.restarting.catch(() => undefined);
    await (signal === 'SIGKILL' ? this.process?.kill() : this.process?.stop(GRACE_MS));
  }

  /** Resolves when it runs and says that it is ready. */
  async ready(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (this.pid === undefined || !(await this.answersReady())) {
      if (Date.now() > deadline) throw new Error(`${this.name} did not come back`);
      await pause(POLL_MS);
    }
  }

  private ended(which: ServerProcess, ending: string, added: Environment): void {
    if (this.process !== which) return;
    this.deaths += 1;
    if (this.staysDown) return;
    this.restarting = pause(RESTART_MS).then(() => (this.staysDown ? undefined : this.start(added)));
    this.restarting.catch((error: unknown) =>
      globalThis.process.stderr.write(`${this.name} (${ending}): ${String(error)}\n`),
    );
  }

  private async untilReady(started: ServerProcess): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (started.ending === undefined && Date.now() < deadline) {
      if (await this.answersReady()) return;
      await pause(POLL_MS);
    }
    // A fault may hit it before it is ready: then its next start is the one that counts.
    if (started.ending?.startsWith('signal') === true) return;
    throw new Error(`${this.name} did not start:\n${await endOfLog(this.logFile(this.options.folder))}`);
  }

  private async answersReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.adminUrl}/health/ready`, { signal: AbortSignal.timeout(1_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  private logFile(folder: string): string {
    return join(folder, 'logs', `${this.name}.log`);
  }
}
