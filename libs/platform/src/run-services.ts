import type { Type } from '@nestjs/common';
import type { Service } from '@carillon/contracts';
import { asService } from '@carillon/messaging';
import { AdminServer, SharedAdminPages } from './admin-server';
import { type Environment, parseConfig, platformConfig, processEnvironment } from './config';
import { Logger } from './logger';
import { Metrics } from './metrics';
import { type HttpServer, exitWith, startService } from './run-service';
import { limitShutdown } from './shutdown-limit';

/** A service, as its own main.ts runs it. */
export interface ServiceProgram {
  service: Service;
  module: Type;
  http?: HttpServer;
}

/** The name of a process with several services in its logs and metrics. */
const NAME = 'one-process';

/** Services in the order in which they stop; those of one phase stop together. */
export type StopPhases = readonly (readonly ServiceProgram[])[];

export interface RunningServices {
  readonly adminPort: number;
  /** Finishes the work in flight, phase by phase. */
  stop(): Promise<void>;
}

/**
 * Starts several services in this process, on one admin port. Each has its own application, connections, log, and
 * metrics, as in a process of its own. Resolves when all are ready, and rejects if one cannot start.
 */
export async function startServices(phases: StopPhases, environment: Environment): Promise<RunningServices> {
  const config = parseConfig(platformConfig, environment);
  const names = phases.flat().map(({ service }) => service);
  const pages = new SharedAdminPages(names, new Metrics(NAME));
  const admin = await AdminServer.listen(config, pages);
  const start = ({ service, module, http }: ServiceProgram) =>
    asService(service, () => startService(service, module, environment, http, pages));
  const running = await Promise.all(phases.map((phase) => Promise.all(phase.map(start))));
  return {
    adminPort: admin.port,
    stop: async () => {
      for (const apps of running) await Promise.all(apps.map((app) => app.close()));
      admin.onApplicationShutdown();
    },
  };
}

/**
 * The complete main.ts of a process with several services. A service that cannot start ends the process, as does an
 * error that nobody handles: its supervisor starts it again.
 */
export async function runServices(phases: StopPhases): Promise<void> {
  try {
    const services = await startServices(phases, processEnvironment);
    const log = Logger.create(NAME, parseConfig(platformConfig, processEnvironment).LOG_LEVEL);
    limitShutdown(log);
    stopOnSignal(services, log);
    log.info({ services: phases.flat().map(({ service }) => service) }, 'all services are ready');
  } catch (error) {
    exitWith(NAME, error);
  }
}

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Ends with the signal, as a single service does. */
function stopOnSignal(services: RunningServices, log: Logger): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    services.stop().then(
      () => {
        for (const each of signals) process.off(each, stop);
        process.kill(process.pid, signal);
      },
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
}
