import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Channel,
  type OpenIntegration,
  type Payload,
  type Route,
  type SendingProfile,
  channelRow,
  eachChannel,
  isId,
} from '@carillon/contracts';
import { Users } from '../users';
import { DEFAULT_SENDER, DefaultSender } from './default-sender';
import { Integrations, type StoredIntegration } from './integrations';

/** The account data that planning and sending need. */
@Injectable()
export class ReadSending {
  constructor(
    private readonly users: Users,
    private readonly integrations: Integrations,
    private readonly defaultSender: DefaultSender,
  ) {}

  /** The plan, the status, and the integration of each channel, at this moment. Errors: user_not_found. */
  async profile({ userId }: Payload<'account.sending-profile'>): Promise<SendingProfile> {
    const [user, integrations] = await Promise.all([
      this.users.get(userId),
      this.integrations.ofUser(userId),
    ]);
    const own = (channel: Channel): Route | null => {
      const integration = integrations.find((each) => each.channel === channel);
      if (!integration) return null;
      const { id: integrationId, ratePerSecond, settings } = integration;
      const { maxConnections } = settings;
      return {
        integrationId,
        ratePerSecond: ratePerSecond ?? channelRow(channel).ratePerSecond,
        maxConnections: typeof maxConnections === 'number' ? maxConnections : null,
      };
    };
    return {
      plan: user.plan,
      status: user.status,
      routes: { ...eachChannel(own), EMAIL: own('EMAIL') ?? this.defaultSender.route },
      ...(user.tracking && { tracking: user.tracking }),
    };
  }

  /** The integration that a worker sends with. Errors: integration_not_found, user_not_found. */
  async open({ userId, id }: Payload<'integration.open'>): Promise<OpenIntegration> {
    if (id === DEFAULT_SENDER) return this.defaultSender.openFor(await this.users.get(userId));
    if (!isId(id)) throw new AppError('integration_not_found');
    return toOpen(await this.integrations.get(userId, id));
  }
}

export function toOpen({ id, channel, rev, settings, sealed }: StoredIntegration): OpenIntegration {
  return { id, channel, version: String(rev), settings, sealed };
}
