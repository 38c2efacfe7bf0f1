import {
  AppError,
  type Channel,
  type DispatchContent,
  type Payload,
  type Plan,
  type SendingProfile,
  type Trial,
  type TrialState,
  newId,
  sendOneOf,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { StoredCampaign } from '../campaigns/campaign-document';
import { Campaigns } from '../campaigns/campaigns';
import { hasCredits } from '../campaigns/content';
import { TrialAllowances } from './trial-allowances';
import { type NewTrial, Trials } from './trials';

type Command = Payload<'campaign.test'>;

/** All of a trial but the turn in which it is sent. */
type PreparedTrial = Omit<Trial, 'turn'>;

/** A provider may take its time, and the hands of this service are 64. */
const AT_ONCE = { all: 16, each: 3 };
/** Whoever was suppressed at any time. */
const EVER = new Date(0).toISOString();

/**
 * Sends one message of a campaign, in whatever status, to one address: to see how it arrives. No run of the campaign knows
 * of it. Repeated with the same `trialId` it is sent only if it certainly was not before.
 * @throws AppError campaign_not_found; validation_failed without a message for the channel; account_suspended;
 * integration_not_found; address_suppressed; rate_limited; service_unavailable if no worker can be had: nothing is sent then
 */
@Injectable()
export class TestCampaign {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly campaigns: Campaigns,
    private readonly trials: Trials,
    private readonly allowances: TrialAllowances,
    private readonly messenger: Messenger,
  ) {}

  async execute(command: Command): Promise<TrialState> {
    const { trialId, userId, id: campaignId, channel } = command;
    const progress = await this.trials.progressOf(trialId, userId);
    if (progress === 'SENDING') return 'UNCONFIRMED';
    if (progress !== null && progress !== 'QUEUED') return progress;
    const prepared = await this.prepare(command);
    return this.underWay.run(userId, async () => {
      if (progress === null) await this.allowances.take(userId);
      return this.sendOnce(prepared, { trialId, userId, campaignId, channel });
    });
  }

  /** Finds out what the trial says and by what it leaves, as it would of a campaign that went out now. */
  private async prepare(command: Command): Promise<PreparedTrial> {
    const { id, userId, trialId, channel, address, extraData: variables } = command;
    const stored = await this.campaigns.get(id, userId);
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

  /** Has a worker send it, once at most: what is not known for certain is UNCONFIRMED. */
  private async sendOnce(prepared: PreparedTrial, about: NewTrial): Promise<TrialState> {
    const turn = newId();
    if (!(await this.trials.open(about, turn))) return 'UNCONFIRMED';
    try {
      const { state } = await this.messenger.request(sendOneOf(about.channel), { ...prepared, turn });
      await this.trials.end(about.trialId, turn, state);
      return state;
    } catch (error) {
      if (await this.trials.takeBack(about.trialId, turn)) throw error;
      return 'UNCONFIRMED';
    }
  }
}

function routeOf(channel: Channel, { status, routes }: SendingProfile): string {
  if (status === 'SUSPENDED') throw new AppError('account_suspended');
  const route = routes[channel];
  if (route) return route.integrationId;
  throw new AppError('integration_not_found', `There is no integration for ${channel}: create one first`);
}

/**
 * What a trial says: what the campaign says, by the plan of its publishing, else the one that holds now. Under an id of
 * its own, as if it were a campaign to one: a mail with the Message-ID of a delivery would make that one vanish.
 */
function trialContent(trialId: string, { campaign, plan }: StoredCampaign, planNow: Plan): DispatchContent {
  const { name: subject, bodies, whatsappTemplate } = campaign;
  const credits = hasCredits(campaign, plan ?? planNow);
  return { campaignId: trialId, subject, bodies, whatsappTemplate, credits };
}

/** @throws AppError validation_failed if the campaign says nothing by this channel */
function requireMessageFor(channel: Channel, { bodies, whatsappTemplate }: StoredCampaign['campaign']): void {
  if (bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null)) return;
  const detail = `The campaign has no message for ${channel}`;
  throw new AppError('validation_failed', detail, [{ field: 'channel', code: 'not_allowed', detail }]);
}
