import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Channel,
  type OpenSender,
  type Payload,
  type Route,
  type SendingProfile,
  channelRow,
  eachChannel,
  isId,
} from '@carillon/contracts';
import { Users } from '../users';
import { DEFAULT_SENDER, DefaultSender } from './default-sender';
import { Senders, type StoredSender } from './senders';

/** What planning and sending read of a user's account. */
@Injectable()
export class ReadSending {
  constructor(
    private readonly users: Users,
    private readonly senders: Senders,
    private readonly defaultSender: DefaultSender,
  ) {}

  /** The plan, the status, and the sender of each channel, at this moment. Errors: user_not_found. */
  async profile({ userId }: Payload<'account.sending-profile'>): Promise<SendingProfile> {
    const [user, senders] = await Promise.all([this.users.get(userId), this.senders.ofUser(userId)]);
    const own = (channel: Channel): Route | null => {
      const sender = senders.find((each) => each.channel === channel);
      if (!sender) return null;
      const { id: senderId, ratePerSecond, settings } = sender;
      const { maxConnections } = settings;
      return {
        senderId,
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

  /** The sender that a worker sends with. Errors: integration_not_found, user_not_found. */
  async open({ userId, id }: Payload<'sender.open'>): Promise<OpenSender> {
    if (id === DEFAULT_SENDER) return this.defaultSender.openFor(await this.users.get(userId));
    if (!isId(id)) throw new AppError('integration_not_found');
    return toOpen(await this.senders.get(userId, id));
  }
}

export function toOpen({ id, channel, rev, settings, sealed }: StoredSender): OpenSender {
  return { id, channel, version: String(rev), settings, sealed };
}
