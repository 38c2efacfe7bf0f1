import type { Type } from '@nestjs/common';
import type { Channel, OpenSender } from '@carillon/contracts';
import { type TwilioServer, accountSid, contentBy } from '../providers/index';
import type { WorkerServiceOptions } from './worker-fixture';
import { WorkerService } from './worker-service';

/** A worker that sends through Twilio, with the details that the shared tests need. */
export interface TwilioWorker {
  channel: Channel;
  /** The channel in the titles of tests. */
  name: string;
  module: Type;
  finisher: WorkerServiceOptions['finisher'];
  /** The variable for the number of leases. */
  leasesVariable: string;
  /** Returns a phone number in Twilio's form. */
  onWire: (phone: string) => string;
}

export function startWorker(
  { channel, module, finisher }: TwilioWorker,
  server: TwilioServer,
  environment: Record<string, string> = {},
): Promise<WorkerService> {
  return WorkerService.on({
    channel,
    module,
    finisher,
    environment: {
      PUBLIC_URL: 'https://carillon.example.com',
      TWILIO_API_URL: server.url,
      ...environment,
    },
    content: contentBy(channel),
  });
}

export function ownAccount(service: WorkerService, settings: Record<string, unknown> = {}): OpenSender {
  return service.addSender({ accountSid, from: '+15005550006', ...settings }, { authToken: 'the token' });
}

/** Recipients whose numbers end with their positions. */
export function manyPeople(count: number): { address: string; variables: { name: string } }[] {
  return Array.from({ length: count }, (_, n) => ({
    address: `+1500555${String(1_000 + n)}`,
    variables: { name: `person ${n}` },
  }));
}
