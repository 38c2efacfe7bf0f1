import { runService } from '@carillon/platform';
import { CampaignModule } from '../../../apps/campaign/src/campaign.module';
import { DispatcherModule } from '../../../apps/dispatcher/src/dispatcher.module';
import { EmailWorkerModule } from '../../../apps/email-worker/src/email-worker.module';
import { mutants } from './mutants';

const services = {
  campaign: CampaignModule,
  dispatcher: DispatcherModule,
  'email-worker': EmailWorkerModule,
} as const;

/** Whether `text` is one of the keys of `known`. */
function isOneOf<K extends string>(known: Record<K, unknown>, text: string): text is K {
  return Object.hasOwn(known, text);
}

/**
 * Runs the service that CHAOS_SERVICE names in the same way as its main.ts, but as the mutant that CHAOS_MUTANT
 * names, if any.
 */
function main(service = '', mutant = ''): void {
  if (!isOneOf(services, service))
    throw new Error(`CHAOS_SERVICE names no service that can run as a mutant: ${service}`);
  if (mutant !== '') {
    if (!isOneOf(mutants, mutant)) throw new Error(`CHAOS_MUTANT names no mutant: ${mutant}`);
    mutants[mutant]();
  }
  void runService(service, services[service]);
}

main(process.env.CHAOS_SERVICE, process.env.CHAOS_MUTANT);
