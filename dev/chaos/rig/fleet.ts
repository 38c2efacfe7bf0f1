import { setTimeout as pause } from 'node:timers/promises';
import type { Environment, ServerProcess } from '@carillon/local-services';
import { type PlannedProcess, isReady, planProcesses, startService, untilReady } from '@carillon/stack';

/** For each service: the number of processes, another entry below dist/, and additional environment variables. */
export type Processes = Record<string, { copies: number; entry?: string; environment?: Environment }>;

/** Selects workers that crash on one of the provider's replies. */
const deadly = { entry: 'dev/chaos/worker/main' };

export const usualProcesses: Processes = {
  account: { copies: 1 },
  campaign: { copies: 2 },
  subscriber: { copies: 2 },
  dispatcher: { copies: 2 },
  gateway: { copies: 1 },
  // Silent mail servers time out sooner than by default, but slow servers do not, even if the machine is busy.
  'email-worker': {
    ...deadly,
    copies: 2,
    environment: { CHAOS_SERVICE: 'email-worker', SEND_TIMEOUT_MS: '10000' },
  },
  'sms-worker': { ...deadly, copies: 2 },
  'bounce-receiver': { copies: 1 },
  'mailbox-poller': { copies: 1, environment: { BOUNCE_POLL_SECONDS: '1' } },
  'webhook-worker': { copies: 2, environment: { WEBHOOK_TIMEOUT_MS: '3000' } },
};

/** All services in one process, which crashes on the same replies. */
export const oneProcess: Processes = {
  'one-process': {
    ...deadly,
    copies: 1,
    environment: {
      CHAOS_SERVICE: 'one-process',
      SEND_TIMEOUT_MS: '10000',
      BOUNCE_POLL_SECONDS: '1',
      WEBHOOK_TIMEOUT_MS: '3000',
    },
  },
};

/** With three dispatchers, two can be on one side of a partition. */
export const replicatedProcesses: Processes = { ...usualProcesses, dispatcher: { copies: 3 } };

/** Leases expire sooner than by default. A stopped worker has enough time to finish its sends on a busy machine. */
const ownTimes = { BATCH_LEASE_MS: '5000', SETTLE_EVERY_MS: '200', FINISH_MS: '23000' };

/**
 * Plans the service processes of a rig without starting them. Variables such as `CHAOS_ENTRY_DISPATCHER` name another
 * entry.
 */
export async function planFleet(
  processes: Processes,
  plan: Parameters<typeof planProcesses>[0],
  providerUrl: string,
): Promise<Fleet> {
  const copies = Object.fromEntries(Object.entries(processes).map(([name, each]) => [name, each.copies]));
  const mode = 'one-process' in processes ? 'one' : 'all';
  const planned = await planProcesses({ ...plan, copies, mode });
  return new Fleet(
    planned.map((process, index) => {
      const { entry, environment } = processes[process.service.name] ?? {};
      return new ServiceCopy({
        ...process,
        entry: entryFromEnvironment(process.service.name) ?? entry ?? process.entry,
        environment: {
          ...process.environment,
          AMQP_URL: startingAt(index, process.environment.AMQP_URL ?? ''),
          ...ownTimes,
          SMTP_CLIENT_NAME: `${process.name}.chaos.example`,
          TWILIO_API_URL: providerUrl,
          ...environment,
        },
      });
    }),
  );
}

/** Orders the nodes of a cluster so that each process begins with a different node. */
function startingAt(index: number, amqpUrl: string): string {
  const nodes = amqpUrl.split(',');
  const first = index % nodes.length;
  return [...nodes.slice(first), ...nodes.slice(0, first)].join(',');
}

function entryFromEnvironment(service: string): string | undefined {
  return process.env[`CHAOS_ENTRY_${service.toUpperCase().replaceAll('-', '_')}`];
}

/** All service processes of a rig, by name and number. */
export class Fleet {
  constructor(readonly copies: readonly ServiceCopy[]) {}

  /** The processes of a service. If all services share a process, this process. */
  of(service: string): ServiceCopy[] {
    return this.copies.filter((copy) => copy.runs(service));
  }

  copy(service: string, number = 0): ServiceCopy {
    const copies = this.of(service);
    const found = this.isOneProcess ? copies[0] : copies[number];
    if (!found) throw new Error(`There is no ${service} number ${number}`);
    return found;
  }

  /** Whether all services share a process, so that a fault of one service is a fault of all. */
  get isOneProcess(): boolean {
    return this.copies.some(({ service }) => service === 'one-process');
  }

  /** Whether the process that calls itself `service@host/pid/…` has neither ended nor received a signal. */
  lived(holder: string): boolean {
    const pid = Number(/\/(\d+)\//.exec(holder)?.[1]);
    return this.copies.some((copy) => copy.pid === pid && !copy.gotSignal.has(pid));
  }

  /** Resolves when every process runs and is ready. */
  async ready(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.ready()));
  }

  async stop(): Promise<void> {
    // A process that a scenario left frozen does not handle SIGTERM.
    await Promise.all(this.copies.map((copy) => copy.down('SIGKILL')));
  }
}

const READY_MS = 180_000;
const POLL_MS = 50;
const GRACE_MS = 29_000;
/** The pause before a process restarts, as with a supervisor (milliseconds). */
const RESTART_MS = 200;

/** One process of a service, which restarts whenever it ends, unless `down` was called. */
export class ServiceCopy {
  private process: ServerProcess | undefined;
  private staysDown = false;
  private extra: Environment = {};
  private from: Pick<PlannedProcess, 'root' | 'entry'> | null = null;
  private restarting: Promise<void> = Promise.resolve();
  /** The process IDs that received a signal. */
  readonly gotSignal = new Set<number>();
  /** The number of unexpected exits. */
  deaths = 0;

  constructor(private readonly options: PlannedProcess) {}

  get name(): string {
    return this.options.name;
  }

  get service(): string {
    return this.options.service.name;
  }

  runs(service: string): boolean {
    const { hosts = [] } = this.options.service;
    return service === this.service || hosts.some(({ name }) => name === service);
  }

  get adminUrl(): string {
    return this.options.adminUrl;
  }

  get pid(): number | undefined {
    return this.process?.ending === undefined ? this.process?.pid : undefined;
  }

  /** Sets additional environment variables for all later starts. Replaces the variables of the last call. */
  configure(environment: Environment): void {
    this.extra = environment;
  }

  /** Sets the checkout, and the service's program in it, for all later starts. Null restores the planned values. */
  runFrom(root: string | null): void {
    this.from = root === null ? null : { root, entry: `${this.options.service.program}/main` };
  }

  /** Resolves when the process is ready. `added` is part of the environment until the next `start`. */
  async start(added: Environment = {}): Promise<void> {
    this.staysDown = false;
    const environment = { ...this.options.environment, ...this.extra, ...added };
    const started = await startService({ ...this.options, ...this.from, environment });
    this.process = started;
    void started.exited.then((ending) => this.ended(started, ending, added));
    try {
      await untilReady(started, this.options, READY_MS);
    } catch (error) {
      // A fault may kill the process before it is ready. The process then restarts.
      if (started.ending?.startsWith('signal') !== true) throw error;
    }
  }

  signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    this.gotSignal.add(pid);
    globalThis.process.kill(pid, signal);
  }

  /** Stops the process until `start` is called. */
  async down(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    this.staysDown = true;
    await this.restarting.catch(() => undefined);
    await (signal === 'SIGKILL' ? this.process?.kill() : this.process?.stop(GRACE_MS));
  }

  /** Resolves when the process runs and is ready. */
  async ready(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (this.pid === undefined || !(await isReady(this.adminUrl))) {
      if (Date.now() > deadline) throw new Error(`${this.name} did not come back`);
      await pause(POLL_MS);
    }
  }

  private ended(which: ServerProcess, ending: string, added: Environment): void {
    if (this.process !== which) return;
    if (this.staysDown) return;
    this.deaths++;
    this.restarting = pause(RESTART_MS).then(() => (this.staysDown ? undefined : this.start(added)));
    this.restarting.catch((error: unknown) =>
      globalThis.process.stderr.write(`${this.name} (${ending}): ${String(error)}\n`),
    );
  }
}
