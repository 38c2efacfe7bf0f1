import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Channel,
  type DirectRoute,
  type MemberRoute,
  type OpenSender,
  type ProviderAccountControls,
  type Payload,
  type PoolSettings,
  type Route,
  type SendingProfile,
  channelRow,
  eachChannel,
  isId,
} from '@carillon/contracts';
import { PriceLists } from '../prices';
import { Users } from '../users';
import { DEFAULT_SENDER, DefaultSender } from './default-sender';
import { OpenStoredSender } from './open-sender';
import { ProviderAccounts } from './provider-accounts';
import { Senders, type StoredSender } from './senders';

/** The data of a user's account for planning and sending. */
@Injectable()
export class ReadSending {
  constructor(
    private readonly users: Users,
    private readonly senders: Senders,
    private readonly defaultSender: DefaultSender,
    private readonly openSender: OpenStoredSender,
    private readonly priceLists: PriceLists,
    private readonly providerAccounts: ProviderAccounts,
  ) {}

  /** The current plan, status, and senders. Errors: user_not_found. */
  async profile({ userId }: Payload<'account.sending-profile'>): Promise<SendingProfile> {
    const [user, senders, priceListId] = await Promise.all([
      this.users.get(userId),
      this.senders.ofUser(userId),
      this.priceLists.currentId(),
    ]);
    const controls = await this.providerAccounts.of(senders);
    const own = (channel: Channel): Route | null => {
      const usual = senders.find((each) => each.channel === channel && each.isDefault);
      return usual ? routeOf(usual, senders, controls) : null;
    };
    const shared = this.defaultSender.route && withAccount(this.defaultSender.route, controls);
    return {
      plan: user.plan,
      status: user.status,
      routes: { ...eachChannel(own), EMAIL: own('EMAIL') ?? shared },
      senders: senders.flatMap((sender) => {
        const route = routeOf(sender, senders, controls);
        return route ? [{ channel: sender.channel, ...route }] : [];
      }),
      ...(user.tracking && { tracking: user.tracking }),
      ...(user.conversions && { conversions: true }),
      ...(user.utm && { utm: user.utm }),
      ...(priceListId !== null && { priceListId }),
    };
  }

  /** The sender that a worker sends with. Errors: sender_not_found, user_not_found. */
  async open({ userId, id }: Payload<'sender.open'>): Promise<OpenSender> {
    if (id === DEFAULT_SENDER) {
      const open = await this.openSender.openDefault(await this.users.get(userId));
      return { ...open, ...(await this.pauseOf(id, [])) };
    }
    if (!isId(id)) throw new AppError('sender_not_found');
    const sender = await this.senders.get(userId, id);
    return { ...(await this.openSender.open(sender)), ...(await this.pauseOf(id, [sender])) };
  }

  private async pauseOf(
    id: string,
    senders: readonly StoredSender[],
  ): Promise<Pick<OpenSender, 'isAccountPaused'>> {
    const controls = (await this.providerAccounts.of(senders)).get(id);
    return controls?.pausedAt === undefined ? {} : { isAccountPaused: true };
  }
}

type Controls = ReadonlyMap<string, ProviderAccountControls>;

/** Null: a pool whose senders were all deleted. */
function routeOf(sender: StoredSender, all: readonly StoredSender[], controls: Controls): Route | null {
  if (sender.provider !== 'POOL') return withAccount(directRouteOf(sender), controls);
  const { strategy, members } = sender.settings as PoolSettings;
  const routes = members.flatMap(({ senderId, weight = 1, ...rules }): MemberRoute[] => {
    const member = all.find(({ id, channel }) => id === senderId && channel === sender.channel);
    return member ? [{ ...withAccount(directRouteOf(member), controls), ...rules, weight }] : [];
  });
  if (routes.length === 0) return null;
  const pool = { strategy, members: routes };
  return { senderId: sender.id, ratePerSecond: null, maxConnections: null, pool };
}

function withAccount(route: DirectRoute, controls: Controls): DirectRoute {
  const providerAccount = controls.get(route.senderId);
  return { ...route, ...(providerAccount && { providerAccount }) };
}

function directRouteOf({
  id: senderId,
  channel,
  provider,
  ratePerSecond,
  rampUp,
  settings: { maxConnections },
}: StoredSender): DirectRoute {
  return {
    senderId,
    ratePerSecond: ratePerSecond ?? channelRow(channel).ratePerSecond,
    maxConnections: typeof maxConnections === 'number' ? maxConnections : null,
    provider,
    ...(rampUp && { rampUp }),
  };
}
