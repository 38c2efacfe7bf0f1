import { Injectable } from '@nestjs/common';
import { AppError, type OpenIntegration as Open, type Payload, isId } from '@carillon/contracts';
import { Integrations, type StoredIntegration } from '../integrations/integrations';
import { Users } from '../users/users';
import { DEFAULT_SENDER, DefaultSender } from './default-sender';

/** Answers what a worker needs to send for a user. Errors: integration_not_found, user_not_found. */
@Injectable()
export class OpenIntegration {
  constructor(
    private readonly integrations: Integrations,
    private readonly users: Users,
    private readonly defaultSender: DefaultSender,
  ) {}

  execute({ userId, id }: Payload<'integration.open'>): Promise<Open> {
    return id === DEFAULT_SENDER ? this.openDefault(userId) : this.openOwn(userId, id);
  }

  private async openDefault(userId: string): Promise<Open> {
    const user = await this.users.find(userId);
    if (!user) throw new AppError('user_not_found');
    return this.defaultSender.openFor(user);
  }

  private async openOwn(userId: string, id: string): Promise<Open> {
    const stored = isId(id) ? await this.integrations.find(userId, id) : null;
    if (!stored) throw new AppError('integration_not_found');
    return toOpen(stored);
  }
}

export function toOpen({ id, channel, rev, settings, sealed }: StoredIntegration): Open {
  return { id, channel, version: String(rev), settings, sealed };
}
