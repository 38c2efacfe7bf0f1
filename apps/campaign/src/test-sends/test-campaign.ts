import {
  AppError,
  type Channel,
  type ContentChanges,
  type NamedSenders,
  type PublishedContent,
  type Payload,
  type Plan,
  type SendingProfile,
  type SentContent,
  type TestSend,
  type TestSendState,
  bodiesOf,
  changedContent,
  eachChannel,
  newId,
  routesOf,
  usualSender,
  sendOneOf,
  textsIn,
  contentIn,
  emailFor,
  forWorkers,
  guarded,
} from '@carillon/contracts';
import { type LinkTags, type Variables, channelsOf, hasWatermark, sentContent } from '@carillon/content';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns, type StoredCampaign, requireContent, shownLinkTags } from '../campaigns';
import { CompiledEmails } from '../compiling';
import { PreviewedEmails, chosenTranslation, renderPreview } from '../preview';
import { TestSendAllowances } from './test-send-allowances';
import { type NewTestSend, TestSends } from './test-sends';

type Command = Payload<'campaign.test'>;

/** `translation`: the language of the message. Null: that for everyone. */
interface TestedMessage {
  channel: Channel;
  variables: Variables;
  linkTags: LinkTags | null;
  translation: string | null;
}

/** A test send without the turn that sends it. */
type PreparedTestSend = Omit<TestSend, 'turn'>;

/** Limits concurrent test sends, because providers can be slow, and this service handles 64 commands concurrently. */
const AT_ONCE = { all: 16, each: 3 };
/** Suppressions of any age apply. */
const EVER = new Date(0).toISOString();

/**
 * Sends one message of a campaign in any status to one address as a test. It isn't part of any run. Idempotent by
 * `testSendId`: a repeat sends only if the message was certainly not sent before.
 * @throws AppError campaign_not_found; campaign_incomplete with each missing field; validation_failed without a message
 * for the channel, or if the message is too long; account_suspended; integration_not_found; address_suppressed;
 * rate_limited; service_unavailable if no worker accepts the message, which is then not sent
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

  async test(command: Command): Promise<TestSendState> {
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
    const linkTags = shownLinkTags(stored, profile.utm);
    const translation = chosenTranslation(stored.campaign.content, variables, command.translation);
    const email = emailFor(await this.compiled.of(stored.campaign, linkTags), translation);
    const tested = testSendContent(testSendId, stored, profile.plan, translation);
    const content: PublishedContent = {
      ...tested,
      ...(channel === 'EMAIL' && forWorkers(tested.content, { email })),
    };
    await this.requireFitting(stored, content, { channel, variables, linkTags, translation });
    const recipient = {
      i: 0,
      address,
      subscriberId: testSendId,
      variables,
      ...(inServiceWindow && { inServiceWindow }),
    };
    const sent = { ...content, ...guarded(content.content) };
    return { testSendId, userId, senderId, content: sent, recipient };
  }

  /** @throws AppError validation_failed if the message is too long for a preview */
  private async requireFitting(
    stored: StoredCampaign,
    { content, watermark }: PublishedContent,
    { channel, variables, ...links }: TestedMessage,
  ): Promise<void> {
    const footer = channel === 'EMAIL' ? { watermark, postalAddress: undefined, hasLink: true } : null;
    const bodies = bodiesOf({ [channel]: textsIn(content).bodies[channel] });
    const tested = changedSent(content, { bodies, whatsappTemplate: null });
    await this.emails.use(stored, footer && { footer, ...links }, (email) =>
      renderPreview(tested, email, { variables, unsubscribeUrl: '' }),
    );
  }

  /** Checks the address with the subscriber service. The address doesn't have to belong to a subscriber. */
  private async eligibility({
    userId,
    channel,
    address,
    testSendId,
  }: Command): Promise<{ inServiceWindow: true | undefined }> {
    const recipients = [{ subscriberId: testSendId, address }];
    // A test message has no topic, and a pause of the person doesn't apply to it.
    const query = { userId, channel, since: EVER, topicId: null, recipients };
    const { excluded, inServiceWindow } = await this.messenger.request('audience.excluded', query);
    if (excluded.some(({ reason }) => reason === 'SUPPRESSED')) {
      throw new AppError('address_suppressed', `This address is suppressed on ${channel}`);
    }
    return { inServiceWindow: inServiceWindow.length > 0 || undefined };
  }

  /**
   * Lets a worker send the message, at most once. The result is UNCONFIRMED if it is uncertain whether the message was
   * sent.
   */
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
  if (route) return usualSender(route);
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
 * The campaign's content, with the plan at publish, or else the current plan. It has its own ID. With the Message-ID of
 * a delivery, email clients would hide one of the two emails.
 */
function testSendContent(
  testSendId: string,
  { campaign, plan }: StoredCampaign,
  planNow: Plan,
  translation: string | null,
): PublishedContent {
  const content = contentIn(sentContent(campaign), translation);
  // The subject marks an email as a test.
  const texts = textsIn(content);
  const bodies = eachChannel((channel) => {
    const body = texts.bodies[channel];
    return channel === 'EMAIL' || body === null ? body : marking(body);
  });
  return {
    campaignId: testSendId,
    content: changedSent(content, { subject: marking(texts.subject), bodies }),
    watermark: hasWatermark(content, plan ?? planNow),
  };
}

/** The content with these changes, in its sent form. */
function changedSent(content: SentContent, changes: ContentChanges): SentContent {
  return sentContent({ name: '', content: changedContent(content, changes) });
}

/** Marks the message as a test. A template is unchanged, because the provider approved its text. */
function marking(text: string): string {
  return `[Test] ${text}`;
}

/** @throws AppError validation_failed if the campaign has no message for this channel */
function requireMessageFor(channel: Channel, { content }: StoredCampaign['campaign']): void {
  if (channelsOf(content).includes(channel)) return;
  const detail = `The campaign has no message for ${channel}`;
  throw new AppError('validation_failed', detail, [{ field: 'channel', code: 'not_allowed', detail }]);
}
