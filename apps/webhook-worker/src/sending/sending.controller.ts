import type { Payload, WebhookAttempt } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { Controller } from '@nestjs/common';
import { Endpoints } from '../endpoints';
import { SendMessages } from './send-messages';

/** The maximum number of concurrent tests in this process, and of one user. */
const TESTS = { all: 50, each: 3 };

@Controller()
export class SendingController {
  private readonly tests = new SlowWork(TESTS);

  constructor(
    private readonly endpoints: Endpoints,
    private readonly sending: SendMessages,
  ) {}

  /** Errors: webhook_not_found, rate_limited. */
  @Command('webhook.test')
  async test({ userId, id }: Payload<'webhook.test'>): Promise<WebhookAttempt> {
    const endpoint = await this.endpoints.get(userId, id);
    return this.tests.run(userId, () => this.sending.test(endpoint));
  }
}
