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

  async execute({ userId, id }: Payload<'integration.open'>): Promise<Open> {
    if (id === DEFAULT_SENDER) return this.defaultSender.openFor(await this.users.get(userId));
    if (!isId(id)) throw new AppError('integration_not_found');
    return toOpen(await this.integrations.get(userId, id));
  }
}

export function toOpen({ id, channel, rev, settings, sealed }: StoredIntegration): Open {
  return { id, channel, version: String(rev), settings, sealed };
}
