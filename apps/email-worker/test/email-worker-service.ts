import { FinishLeases } from '@carillon/channel';
import { compileEmail } from '@carillon/content';
import { type Lease, type OpenSender, contentOf, newId } from '@carillon/contracts';
import { WorkerService, type WorkerServiceOptions, startFixture } from '@carillon/testing/workers';
import { EmailWorkerModule } from '../src/email-worker.module';
import { LINK_KEYS, PUBLIC_URL } from './sending';

export const userId = newId();

/** The worker on a real broker. The local parts of addresses identify recipients. */
export class EmailWorkerService extends WorkerService {
  static async start(environment: Record<string, string> = {}): Promise<EmailWorkerService> {
    const html = '<p>Dear {{name|friend}}</p>';
    const options: WorkerServiceOptions = {
      channel: 'EMAIL',
      module: EmailWorkerModule,
      finisher: FinishLeases,
      environment: { PUBLIC_URL, LINK_KEYS, ALLOW_PRIVATE_SMTP_HOSTS: 'true', ...environment },
      content: {
        content: contentOf({ subject: 'News for {{name}}', bodies: { EMAIL: html } }),
        compiledEmail: compileEmail(html),
        watermark: true,
      },
    };
    const service = new EmailWorkerService(await startFixture(options), options);
    await service.standIn();
    return service;
  }

  /** A sender in the account service. Its password is sealed. */
  sender(id: string, port: number, settings: Record<string, unknown> = {}, password?: string): OpenSender {
    const basics = { host: '127.0.0.1', port, security: 'none', fromAddress: 'news@shop.example' };
    return this.addSender({ ...basics, ...settings }, password === undefined ? {} : { password }, id);
  }

  /** Offers a batch of recipients with these local parts. */
  release(people: readonly string[], changes: Partial<Lease> = {}): Promise<Lease> {
    const recipients = people.map((person) => ({
      address: `${person}@example.org`,
      variables: { name: person },
    }));
    return this.offer({ id: 'default' }, recipients, { userId, ...changes });
  }
}

export function manyPeople(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `person${n}`);
}
