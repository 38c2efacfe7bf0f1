import { AppError, type Channel, type Payload, type SendingProfile, type Trial } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { Campaigns } from '../campaigns/campaigns';
import { requireMessageFor, trialContent } from './trial-content';

type Command = Payload<'campaign.test'>;

/** All of a trial but the turn in which it is sent. */
export type PreparedTrial = Omit<Trial, 'turn'>;

/** Whoever was suppressed at any time. */
const EVER = new Date(0).toISOString();

/** Finds out what a trial says and by what it leaves, as it would of a campaign that went out now. */
@Injectable()
export class PrepareTrial {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly messenger: Messenger,
  ) {}

  /**
   * @throws AppError campaign_not_found; validation_failed without a message for the channel; account_suspended;
   * integration_not_found; address_suppressed
   */
  async execute(command: Command): Promise<PreparedTrial> {
    const { id, userId, trialId, channel, address, extraData: variables } = command;
    const stored = await this.campaigns.find(id, userId);
    if (!stored) throw new AppError('campaign_not_found');
    requireMessageFor(channel, stored.campaign);
    const profile = await this.messenger.request('account.sending-profile', { userId });
    const integrationId = routeOf(channel, profile);
    const { conversing } = await this.standing(command);
    const content = trialContent(trialId, stored, profile.plan);
    const recipient = { i: 0, address, subscriberId: trialId, variables, ...(conversing && { conversing }) };
    return { trialId, userId, integrationId, content, recipient };
  }

  /** What the subscriber service knows of the address, which need be no subscriber's. */
  private async standing({
    userId,
    channel,
    address,
    trialId,
  }: Command): Promise<{ conversing: true | undefined }> {
    const recipients = [{ subscriberId: trialId, address }];
    const query = { userId, channel, since: EVER, recipients };
    const { withdrawn, conversing } = await this.messenger.request('audience.withdrawn', query);
    if (withdrawn.some(({ reason }) => reason === 'SUPPRESSED')) {
      throw new AppError('address_suppressed', `This address must not be written to by ${channel}`);
    }
    return { conversing: conversing.length > 0 || undefined };
  }
}

function routeOf(channel: Channel, { status, routes }: SendingProfile): string {
  if (status === 'SUSPENDED') throw new AppError('account_suspended');
  const route = routes[channel];
  if (route) return route.integrationId;
  throw new AppError('integration_not_found', `There is no integration for ${channel}: create one first`);
}
