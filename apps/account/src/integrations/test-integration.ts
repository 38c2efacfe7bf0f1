import { Injectable } from '@nestjs/common';
import { type IntegrationCheck, type Payload, checkOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { toOpen } from './read-sending';
import { Integrations } from './integrations';

/** A provider may be slow, and authentication must not wait for it. */
const AT_ONCE = { all: 16, each: 3 };

/**
 * Asks the provider whether the credentials work, and stores the result. Errors: integration_not_found,
 * service_unavailable; rate_limited for a user with too many running tests.
 */
@Injectable()
export class TestIntegration {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly integrations: Integrations,
    private readonly messenger: Messenger,
  ) {}

  async test({ userId, id, address }: Payload<'integration.test'>): Promise<IntegrationCheck> {
    const stored = await this.integrations.get(userId, id);
    const question = { integration: toOpen(stored), address };
    const check = await this.underWay.run(userId, () =>
      this.messenger.request(checkOf(stored.channel), question),
    );
    await this.integrations.noteCheck(stored, check);
    return check;
  }
}
