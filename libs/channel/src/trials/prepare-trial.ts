import { Injectable } from '@nestjs/common';
import type { Trial } from '@carillon/contracts';
import { OpenIntegrations } from '../integrations/open-integrations';
import { Provider, UnusableIntegration } from '../provider';
import type { PreparedMessage } from '../send-message';

/** Gets what a trial needs besides its recipient, as it is got for a hand; what it says is compiled for it alone. */
@Injectable()
export class PrepareTrial {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly provider: Provider,
  ) {}

  /** Null: nobody can be sent to with these credentials. @throws AppError if the account service cannot be asked */
  async execute({
    userId,
    integrationId,
    content,
  }: Pick<Trial, 'userId' | 'integrationId' | 'content'>): Promise<PreparedMessage | null> {
    try {
      const integration = await this.integrations.get(userId, integrationId);
      return { integration, message: this.provider.compile(content, integration) };
    } catch (error) {
      if (error instanceof UnusableIntegration) return null;
      throw error;
    }
  }
}
