import type { Environment, Ports, Witness } from '@carillon/local-services';
import type { StackSecrets } from '../../tools/launcher/src/secrets';
import { stackServices } from '../../tools/launcher/src/services';
import {
  type StackAddresses,
  serviceEnvironment,
  stackSettings,
} from '../../tools/launcher/src/stack/settings';
import { Fleet } from './fleet';
import { ServiceCopy } from './service-copy';

/** How many of each service run, and from which entry below dist/. */
export type Processes = Record<string, { copies: number; entry?: string; environment?: Environment }>;

export const usualProcesses: Processes = {
  account: { copies: 1 },
  campaign: { copies: 2 },
  subscriber: { copies: 2 },
  dispatcher: { copies: 2 },
  gateway: { copies: 1 },
  'email-worker': { copies: 2 },
  'sms-worker': { copies: 2, entry: 'chaos/worker/main' },
};

/** A lost worker is given up after seconds, not minutes, and outcomes are reported soon. */
const shortTimes = { BATCH_LEASE_MS: '3000', LEASE_GRACE_MS: '300', SETTLE_EVERY_MS: '200' };

export interface ProcessOptions {
  processes: Processes;
  addresses: StackAddresses;
  secrets: StackSecrets;
  providerUrl: string;
  folder: string;
  ports: Ports;
  witness: Witness;
}

/** The service processes of a rig, not started yet. `CHAOS_ENTRY_DISPATCHER` and the like name another entry file. */
export async function muster(options: ProcessOptions): Promise<Fleet> {
  const { processes, addresses, secrets, folder, ports, witness } = options;
  const settings = stackSettings(addresses, secrets, folder, {});
  const copies: ServiceCopy[] = [];
  for (const service of stackServices.filter(({ name }) => processes[name] !== undefined)) {
    const { copies: count = 0, entry, environment } = processes[service.name] ?? {};
    for (let number = 0; number < count; number++) {
      const adminPort = await ports.take(`${service.name}-${number}`);
      copies.push(
        new ServiceCopy({
          service: service.name,
          number,
          entry: entryFromEnvironment(service.name) ?? entry ?? `${service.program}/main`,
          environment: {
            ...serviceEnvironment(service, settings, adminPort, quietly(process.env)),
            ...shortTimes,
            SMTP_CLIENT_NAME: `${service.name}-${number}.chaos.example`,
            TWILIO_API_URL: options.providerUrl,
            ...environment,
          },
          adminUrl: `http://127.0.0.1:${adminPort}`,
          folder,
          witness,
        }),
      );
    }
  }
  return new Fleet(copies);
}

function entryFromEnvironment(service: string): string | undefined {
  return process.env[`CHAOS_ENTRY_${service.toUpperCase().replaceAll('-', '_')}`];
}

/** What is meant for this process is not meant for its services. */
function quietly(environment: Environment): Environment {
  return { ...environment, NODE_OPTIONS: '', NODE_CHANNEL_FD: undefined };
}
