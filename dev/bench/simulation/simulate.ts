import type { Costs, Program } from './costs';
import { meanWait } from './queue';

/** A day's sending. */
export interface Day {
  name: string;
  recipients: number;
  /** How many of them are in the busiest hour. */
  inBusiestHour: number;
}

/** Assumptions for values that were not measured. */
export const assumed = {
  /** People of a campaign on the average. */
  campaignSize: 2_000,
  /** Recipients of a batch: the unit of work of dispatchers. */
  batchSize: 200,
  /** How long a mail server takes for a mail (seconds), and how many connections a worker has with it. */
  mailSeconds: 0.05,
  connections: 20,
  /** The part of a processor, or of connections, that is used in the busiest hour. */
  busyPart: 0.7,
  /** Processes of a service at least, so that one may be lost. */
  leastProcesses: 2,
  /** Members of a replica set or a cluster of brokers. Each does all the writing. */
  members: 3,
  /** Cores of a machine. */
  cores: 8,
  /** LEDGER_DAYS. */
  ledgerDays: 90,
};

/** Processes of one service in the busiest hour. */
export interface Service {
  /** Processors' time per second. */
  cores: number;
  processes: number;
  /** The used share of their limiting resource: processors or, for email workers, connections. */
  used: number;
  /** How long a request, a batch or a mail waits for a free one on the average (seconds). */
  wait: number;
}

/** The resources for a day. Rates are per second of the busiest hour. */
export interface Plan {
  meanRate: number;
  rate: number;
  campaignRate: number;
  services: Readonly<Record<Exclude<Program, 'broker' | 'database'>, Service>>;
  brokerCores: number;
  brokerMessages: number;
  brokerBytes: number;
  databaseCores: number;
  databaseBytes: number;
  /** Replica sets that share the ledger. */
  shards: number;
  /** Of one copy. */
  ledgerBytesPerDay: number;
  ledgerBytes: number;
  machines: number;
}

const DAY_S = 86_400;
const HOUR_S = 3_600;

export function planOf({ recipients, inBusiestHour }: Day, costs: Costs, given = assumed): Plan {
  const rate = inBusiestHour / HOUR_S;
  const campaignRate = rate / given.campaignSize;
  const cores = (program: Program): number =>
    rate * costs.cpuOfRecipient[program] + campaignRate * costs.cpuOfCampaign[program];
  const serviceOf = (program: Program): Service => {
    const batches = rate / given.batchSize;
    const load = cores(program);
    const processes = Math.max(given.leastProcesses, Math.ceil(load / given.busyPart));
    return {
      cores: load,
      processes,
      used: load / processes,
      wait: meanWait(processes, load, load / batches),
    };
  };
  const services = {
    gateway: serviceOf('gateway'),
    account: serviceOf('account'),
    campaign: serviceOf('campaign'),
    subscriber: serviceOf('subscriber'),
    dispatcher: serviceOf('dispatcher'),
    'email-worker': emailWorkers(rate, cores('email-worker'), given),
  };
  const databaseCores = cores('database');
  const shards = Math.max(1, Math.ceil(databaseCores / (given.cores * given.busyPart)));
  const processes = Object.values(services).reduce((sum, each) => sum + each.processes, 0);
  const ledgerBytesPerDay = recipients * costs.ledgerBytes;
  return {
    meanRate: recipients / DAY_S,
    rate,
    campaignRate,
    services,
    brokerCores: cores('broker'),
    brokerMessages: rate * costs.messagesOfRecipient + campaignRate * costs.messagesOfCampaign,
    brokerBytes: rate * costs.brokerBytes,
    databaseCores,
    databaseBytes: rate * costs.databaseWrites,
    shards,
    ledgerBytesPerDay,
    ledgerBytes: ledgerBytesPerDay * given.ledgerDays,
    machines: Math.ceil(processes / given.cores) + given.members * (1 + shards),
  };
}

/** As many as the connections need, or the processors if that is more. */
function emailWorkers(rate: number, cores: number, given: typeof assumed): Service {
  const inFlight = rate * given.mailSeconds;
  const processes = Math.max(
    given.leastProcesses,
    Math.ceil(inFlight / (given.connections * given.busyPart)),
    Math.ceil(cores / given.busyPart),
  );
  const connections = processes * given.connections;
  return {
    cores,
    processes,
    used: inFlight / connections,
    wait: meanWait(connections, inFlight, given.mailSeconds),
  };
}

/** How many recipients a second one process of a service carries, at the part of its processor that may be used. */
export function carriedByOne(program: Program, costs: Costs, given = assumed): number {
  return given.busyPart / (costs.cpuOfRecipient[program] + costs.cpuOfCampaign[program] / given.campaignSize);
}

/** How many campaigns to one person each one process carries in a second. */
export function smallCarriedByOne(program: Program, costs: Costs, given = assumed): number {
  return given.busyPart / costs.cpuOfCampaign[program];
}
