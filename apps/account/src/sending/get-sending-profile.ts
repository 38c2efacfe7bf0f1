import { Injectable } from '@nestjs/common';
import {
  type Channel,
  type Payload,
  type Route,
  type SendingProfile,
  channelRow,
  eachChannel,
} from '@carillon/contracts';
import { Integrations } from '../integrations/integrations';
import { Users } from '../users/users';
import { DefaultSender } from './default-sender';

/** Tells by what each channel of a user's campaign leaves, at this moment. Errors: user_not_found. */
@Injectable()
export class GetSendingProfile {
  constructor(
    private readonly users: Users,
    private readonly integrations: Integrations,
    private readonly defaultSender: DefaultSender,
  ) {}

  async execute({ userId }: Payload<'account.sending-profile'>): Promise<SendingProfile> {
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
    };
  }
}
