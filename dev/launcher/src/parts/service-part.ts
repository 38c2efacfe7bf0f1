import { rename } from 'node:fs/promises';
import { type Phase, type ServiceProcessOptions, startService, untilReady } from '@carillon/stack';
import type { Part, RunningPart } from './part';

export interface ServicePartOptions extends ServiceProcessOptions {
  phase: Phase;
  note: string;
  /** The services in the process. */
  services: readonly { name: string; adminUrl: string }[];
}

const READY_MS = 90_000;

/**
 * A process of the system, with one or several services: a Node process that reads its configuration from its environment and reports its
 * readiness.
 */
export class ServicePart implements Part {
  private firstStart = true;

  constructor(private readonly options: ServicePartOptions) {}

  get name(): string {
    return this.options.name;
  }

  get phase(): Phase {
    return this.options.phase;
  }

  get services(): ServicePartOptions['services'] {
    return this.options.services;
  }

  async start(signal: AbortSignal): Promise<RunningPart> {
    const { logFile, note } = this.options;
    // Keep the log of the previous run. A restart within a run appends to the same log.
    if (this.firstStart) await rename(logFile, `${logFile}.1`).catch(() => undefined);
    this.firstStart = false;
    const process = await startService(this.options);
    try {
      await untilReady(process, this.options, READY_MS, signal);
    } catch (error) {
      await process.kill();
      throw error;
    }
    return {
      pid: process.pid,
      note,
      exited: process.exited,
      stop: (graceMs) => process.stop(graceMs),
    };
  }
}
