import { FinishHands } from '@carillon/channel';
import { type OpenIntegration } from '@carillon/contracts';
import { type TwilioServer, WorkerService } from '@carillon/testing';
import { SmsWorkerModule } from '../src/sms-worker.module';
import { accountSid, content } from './sending';

export function startWorker(
  server: TwilioServer,
  environment: Record<string, string> = {},
): Promise<WorkerService> {
  return WorkerService.on({
    channel: 'SMS',
    module: SmsWorkerModule,
    finisher: FinishHands,
    environment: {
      PUBLIC_URL: 'https://carillon.example.com',
      TWILIO_API_URL: server.url,
      ...environment,
    },
    content: content(),
  });
}

export function ownAccount(service: WorkerService, settings: Record<string, unknown> = {}): OpenIntegration {
  return service.addIntegration(
    { accountSid, from: '+15005550006', ...settings },
    { authToken: 'the token' },
  );
}

/** So many people, whose numbers end with their positions. */
export function manyPeople(count: number): { address: string; variables: { name: string } }[] {
  return Array.from({ length: count }, (_, n) => ({
    address: `+1500555${String(1_000 + n)}`,
    variables: { name: `person ${n}` },
  }));
}
