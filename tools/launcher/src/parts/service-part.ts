import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Environment,
  type ServerProcess,
  type Witness,
  endOfLog,
  startProcess,
} from '@carillon/local-services';
import type { StackService } from '../services';
import type { Part, RunningPart } from './part';

export interface ServicePartOptions {
  service: StackService;
  /** The whole environment of the process. */
  environment: Environment;
  /** The checkout; programs are below its dist/. */
  root: string;
  logFile: string;
  adminUrl: string;
  note: string;
  witness: Witness;
}

/**
 * Node takes its limits from the machine's memory, and lets garbage lie about long before it is near them: on a large
 * machine a service of 140 MiB grows to 300. With these (MiB) it stays flat, and no slower. The Dockerfile says the same.
 */
const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=512'];
const READY_MS = 90_000;
const POLL_MS = 100;
const ASK_MS = 1_000;

/** A service of the system, as a Node process that is configured by its environment and says when it is ready. */
export class ServicePart implements Part {
  private firstStart = true;

  constructor(private readonly options: ServicePartOptions) {}

  get name(): string {
    return this.options.service.name;
  }

  get phase(): StackService['phase'] {
    return this.options.service.phase;
  }

  get adminUrl(): string {
    return this.options.adminUrl;
  }

  async start(signal: AbortSignal): Promise<RunningPart> {
    const { service, root, environment, logFile, witness, note } = this.options;
    // One log a run, and that of the run before; a restart within a run goes on in the same one.
    if (this.firstStart) await rename(logFile, `${logFile}.1`).catch(() => undefined);
    this.firstStart = false;
    const process = await startProcess({
      command: globalThis.process.execPath,
      arguments: ['--enable-source-maps', ...MEMORY, join(root, 'dist', service.program, 'main.js')],
      environment,
      workingDirectory: root,
      logFile,
      witness,
    });
    await this.untilReady(process, signal);
    return {
      pid: process.pid,
      note,
      exited: process.exited,
      stop: (graceMs) => process.stop(graceMs),
    };
  }

  private async untilReady(process: ServerProcess, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (process.ending === undefined && Date.now() < deadline && !signal.aborted) {
      if (await this.isReady()) return;
      await delay(POLL_MS);
    }
    const why = process.ending ?? `not ready after ${READY_MS / 1000} s`;
    await process.kill();
    signal.throwIfAborted();
    const { logFile } = this.options;
    throw new Error(
      `${this.name} did not start (${why}); the end of ${logFile}:\n${await endOfLog(logFile)}`,
    );
  }

  private async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.options.adminUrl}/health/ready`, {
        signal: AbortSignal.timeout(ASK_MS),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
