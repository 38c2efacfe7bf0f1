import type { Costs, Program } from './costs';
import { meanWait } from './queue';

/** The number of recipients on one day. */
export interface Day {
  name: string;
  recipients: number;
  /** How many of the recipients are in the busiest hour. */
  inBusiestHour: number;
}

/** Assumed values for quantities that were not measured. */
export const assumed = {
  /** The average number of recipients of a campaign. */
  campaignSize: 2_000,
  /** The number of recipients of a batch, which is the dispatcher's unit of work. */
  batchSize: 200,
  /** The time that a mail server takes for an email (seconds), and the number of connections of a worker to it. */
  mailSeconds: 0.05,
  connections: 20,
  /** The share of processors, or of connections, in use in the busiest hour. */
  busyPart: 0.7,
  /** The minimum number of processes of a service, so that one may fail. */
  leastProcesses: 2,
  /** The number of members of a replica set or a broker cluster. Each member does all the writing. */
  members: 3,
  /** The number of cores of a machine. */
  cores: 8,
  /** LEDGER_DAYS. */
  ledgerDays: 90,
};

/** The processes of one service in the busiest hour. */
export interface Service {
  /** CPU seconds per second. */
  cores: number;
  processes: number;
  /** The share of their limiting resource that is in use: processors or, for email workers, connections. */
  used: number;
  /** The average time that a request, a batch, or an email waits for a free resource (seconds). */
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
  /** The number of replica sets that share the ledger. */
  shards: number;
  /** The size of one copy of the ledger. */
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

/** The number of email workers that the connections require, or that the processors require if that is more. */
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

/** The recipients per second that one process of a service handles at the allowed processor usage. */
export function carriedByOne(program: Program, costs: Costs, given = assumed): number {
  return given.busyPart / (costs.cpuOfRecipient[program] + costs.cpuOfCampaign[program] / given.campaignSize);
}

/** The campaigns to one person each that one process handles per second. */
export function smallCarriedByOne(program: Program, costs: Costs, given = assumed): number {
  return given.busyPart / costs.cpuOfCampaign[program];
}
