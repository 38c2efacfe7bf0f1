import {
  AppError,
  type Channel,
  type NamedSenders,
  type PublishedContent,
  type Payload,
  type Plan,
  type SendingProfile,
  type TestSend,
  type TestSendState,
  bodiesOf,
  eachChannel,
  newId,
  routesOf,
  sendOneOf,
} from '@carillon/contracts';
import { type Variables, hasWatermark } from '@carillon/content';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns, type StoredCampaign, requireContent } from '../campaigns';
import { CompiledEmails } from '../compiling';
import { PreviewedEmails, renderPreview } from '../preview';
import { TestSendAllowances } from './test-send-allowances';
import { type NewTestSend, TestSends } from './test-sends';

type Command = Payload<'campaign.test'>;

/** A test send without the turn in which it is sent. */
type PreparedTestSend = Omit<TestSend, 'turn'>;

/** A provider may be slow, and this service handles 64 commands at once. */
const AT_ONCE = { all: 16, each: 3 };
/** Suppressions of any age count. */
const EVER = new Date(0).toISOString();

/**
 * Sends one message of a campaign in any status to one address, to see how it arrives. It is no part of any run. Repeated
 * with the same `testSendId`, it is sent only if it certainly was not sent before.
 * @throws AppError campaign_not_found; campaign_incomplete naming each missing field; validation_failed without a message for the channel, or if it is too long; account_suspended;
 * integration_not_found; address_suppressed; rate_limited; service_unavailable if no worker takes it: nothing is sent then
 */
@Injectable()
export class TestCampaign {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly campaigns: Campaigns,
    private readonly testSends: TestSends,
    private readonly allowances: TestSendAllowances,
    private readonly messenger: Messenger,
    private readonly emails: PreviewedEmails,
    private readonly compiled: CompiledEmails,
  ) {}

  async execute(command: Command): Promise<TestSendState> {
    const { testSendId, userId, id: campaignId, channel } = command;
    const progress = await this.testSends.progressOf(testSendId, userId);
    if (progress === 'SENDING') return 'UNCONFIRMED';
    if (progress !== null && progress !== 'QUEUED') return progress;
    const prepared = await this.prepare(command);
    return this.underWay.run(userId, async () => {
      if (progress === null) await this.allowances.take(userId);
      return this.sendOnce(prepared, { testSendId, userId, campaignId, channel });
    });
  }

  /** Finds the content and the sender, as for a campaign that is sent now. */
  private async prepare(command: Command): Promise<PreparedTestSend> {
    const { id, userId, testSendId, channel, address, extraData: variables } = command;
    const stored = await this.campaigns.get(id, userId);
    requireContent(stored.campaign);
    requireMessageFor(channel, stored.campaign);
    const profile = await this.messenger.request('account.sending-profile', { userId });
    const senderId = routeOf(channel, profile, stored.campaign.senders);
    const { inServiceWindow } = await this.eligibility(command);
    const compiledEmail =
      channel === 'EMAIL' ? await this.compiled.of(userId, stored.campaign.bodies.EMAIL) : null;
    const content = {
      ...testSendContent(testSendId, stored, profile.plan),
      ...(compiledEmail && { compiledEmail }),
    };
    await this.requireFitting(stored, content, { channel, variables });
    const recipient = {
      i: 0,
      address,
      subscriberId: testSendId,
      variables,
      ...(inServiceWindow && { inServiceWindow }),
    };
    return { testSendId, userId, senderId, content, recipient };
  }

  /** @throws AppError validation_failed if a preview would refuse the message as too long */
  private async requireFitting(
    stored: StoredCampaign,
    { bodies, watermark }: PublishedContent,
    { channel, variables }: { channel: Channel; variables: Variables },
  ): Promise<void> {
    const footer = channel === 'EMAIL' ? { watermark, postalAddress: undefined, hasLink: true } : null;
    const { name } = stored.campaign;
    const said = { name, bodies: bodiesOf({ [channel]: bodies[channel] }), whatsappTemplate: null };
    await this.emails.use(stored, footer, (email) =>
      renderPreview(said, email, { variables, unsubscribeUrl: '' }),
    );
  }

  /** Asks the subscriber service about the address, which need not be a subscriber's. */
  private async eligibility({
    userId,
    channel,
    address,
    testSendId,
  }: Command): Promise<{ inServiceWindow: true | undefined }> {
    const recipients = [{ subscriberId: testSendId, address }];
    const query = { userId, channel, since: EVER, recipients };
    const { excluded, inServiceWindow } = await this.messenger.request('audience.excluded', query);
    if (excluded.some(({ reason }) => reason === 'SUPPRESSED')) {
      throw new AppError('address_suppressed', `This address must not be written to by ${channel}`);
    }
    return { inServiceWindow: inServiceWindow.length > 0 || undefined };
  }

  /** Lets a worker send it, at most once. The answer is UNCONFIRMED where the result is not certain. */
  private async sendOnce(prepared: PreparedTestSend, about: NewTestSend): Promise<TestSendState> {
    const turn = newId();
    if (!(await this.testSends.open(about, turn))) return 'UNCONFIRMED';
    try {
      const { state } = await this.messenger.request(sendOneOf(about.channel), { ...prepared, turn });
      await this.testSends.end(about.testSendId, turn, state);
      return state;
    } catch (error) {
      if (await this.testSends.takeBack(about.testSendId, turn)) throw error;
      return 'UNCONFIRMED';
    }
  }
}

function routeOf(channel: Channel, profile: SendingProfile, named: NamedSenders = {}): string {
  if (profile.status === 'SUSPENDED') throw new AppError('account_suspended');
  const route = routesOf(profile, named)[channel];
  if (route) return route.senderId;
  if (named[channel] !== undefined)
    throw new AppError('campaign_senders_missing', undefined, [
      {
        field: `senders.${channel}`,
        code: 'not_found',
        detail: `There is no sender ${named[channel]} for ${channel}`,
      },
    ]);
  throw new AppError('integration_not_found', `There is no integration for ${channel}: create one first`);
}

/**
 * The campaign's content, by the plan at publish, else the current one. It has an id of its own, as if it were a campaign:
 * with the Message-ID of a delivery, a mail program would hide one of the two mails.
 */
function testSendContent(
  testSendId: string,
  { campaign, plan }: StoredCampaign,
  planNow: Plan,
): PublishedContent {
  const { name, bodies, whatsappTemplate } = campaign;
  const watermark = hasWatermark(campaign, plan ?? planNow);
  // A mail is marked in its subject.
  const marked = eachChannel((channel) => {
    const body = bodies[channel];
    return channel === 'EMAIL' || body === null ? body : marking(body);
  });
  return { campaignId: testSendId, subject: marking(name), bodies: marked, whatsappTemplate, watermark };
}

/** Nobody takes it for the campaign itself; a template is the provider's, and stays as it is approved. */
function marking(text: string): string {
  return `[Test] ${text}`;
}

/** @throws AppError validation_failed if the campaign says nothing by this channel */
function requireMessageFor(channel: Channel, { bodies, whatsappTemplate }: StoredCampaign['campaign']): void {
  if (bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null)) return;
  const detail = `The campaign has no message for ${channel}`;
  throw new AppError('validation_failed', detail, [{ field: 'channel', code: 'not_allowed', detail }]);
}
