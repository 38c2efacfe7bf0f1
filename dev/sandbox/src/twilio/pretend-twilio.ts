import {
  type FakeApis,
  type FakePhoneApi,
  FakeTwilio,
  type MessageRequest,
  newSid,
  type SentMessage,
  type StatusSequence,
  statusSequences,
  type TextChannel,
  type TwilioAccount,
  type TwilioAct,
} from '@carillon/fake-providers';
import { type Logger } from 'pino';
import { type Callback } from '../messages/message';
import { type MessageStore } from '../messages/message-store';
import { phoneBody } from '../messages/phone-body';
import { Turns } from '../turns';
import { type Consents, type Pair } from './consents';
import { magicNumber } from './magic-numbers';
import { sampleTemplates } from './sample-templates';

export interface PretendTwilioSettings {
  readonly host: string;
  readonly port: number;
  readonly accounts: readonly TwilioAccount[];
  /** The APIs of other providers on the same port. */
  readonly apis: FakeApis;
  /** The delay of the response to a message for a slow number (milliseconds). */
  readonly slowMs: number;
  /** The pause between two status callbacks of a message (milliseconds). */
  readonly callbackStepMs: number;
  /** The scheme, host, and port to which callbacks connect in place of those in their URLs. */
  readonly callbackVia: string | null;
}

/** A person's reply. */
export interface Reply {
  readonly channel: TextChannel;
  /** The person's number, E.164. */
  readonly from: string;
  /** The number that sent the messages. */
  readonly to: string;
  readonly text: string;
}

/** An accepted reply. `answered` is the status of its receiver's response, or the reason why there was none. */
export interface Received {
  readonly sid: string;
  readonly answered: number | string;
}

const GRACE_MS = 1_000;
/** The maximum number of messages that are searched for a message to the person. */
const LOOKED_THROUGH = 1_000;

/** The providers other than Twilio. */
interface OtherProviders {
  /** The provider that sent a message. Undefined: Twilio. */
  of(callback: Callback): Pick<FakePhoneApi, 'postText'> | undefined;
}

/** A Twilio server that delivers to the inbox only. Magic numbers misbehave. */
export class PretendTwilio {
  readonly fake: FakeTwilio;
  private readonly turns = new Turns();
  private readonly consents: Consents;
  private readonly phones: OtherProviders;

  constructor(
    private readonly store: MessageStore,
    { consents, phones }: { consents: Consents; phones: OtherProviders },
    { callbackStepMs, callbackVia, ...settings }: PretendTwilioSettings,
    log: Logger,
  ) {
    this.consents = consents;
    this.phones = phones;
    this.fake = new FakeTwilio({
      ...settings,
      templates: sampleTemplates,
      graceMs: GRACE_MS,
      log,
      conduct: (_request, message) => (message ? this.actOn(message) : 'takes'),
      take: (message) => this.keep(message),
      callbacks: {
        stepMs: callbackStepMs,
        via: callbackVia,
        statusesOf: (request) => this.statusesOf(request),
      },
    });
  }

  /** Starts to listen. @returns the port, which the system chooses if it is set to 0 */
  async listen(): Promise<number> {
    return (await this.fake.start()).port;
  }

  /** Stops accepting messages and sending callbacks. */
  close(): Promise<void> {
    return this.fake.stop();
  }

  /**
   * Accepts a person's reply to a number that has sent messages, and posts it to the receiver that those messages
   * named. The sandbox has no console to configure this receiver, so it derives the URL for replies, `…/inbound`,
   * from the URL for statuses, `…/status`.
   * @returns null if no receiver is known
   */
  async receiveReply(reply: Reply): Promise<Received | null> {
    const { channel, from, to, text } = reply;
    const pair = { channel, person: from, sender: to };
    const callback = this.callbackOf(pair);
    const post = callback && this.receiverOf(callback);
    if (!post) return null;
    const sid = newSid('SM');
    const body = Buffer.from(text);
    await this.store.append({ channel, sender: from, recipients: [to], body, sid, isReply: true });
    this.consents.hear(pair, text, Date.now());
    return { sid, answered: await post({ sid, ...reply }) };
  }

  /** Other providers post statuses and replies to one URL. */
  private receiverOf(
    callback: Callback,
  ): ((reply: Reply & { sid: string }) => Promise<number | string>) | null {
    const phone = this.phones.of(callback);
    const [path = ''] = callback.url.split('?', 1);
    if (phone) return ({ sid, ...reply }) => phone.postText(path, { id: sid, ...reply });
    const account = this.fake.account(callback.account);
    const url = inboundUrl(callback);
    return account && url ? (reply) => this.fake.postInbound(account, url, reply) : null;
  }

  private actOn(request: MessageRequest): TwilioAct {
    const { channel, to, sender } = request;
    const from = magicNumber('From', sender, channel);
    const magic = magicNumber('To', to, channel);
    if (from?.refusal) return { code: from.refusal };
    if (magic?.refusal && (!magic.everyOther || this.turns.refuses(`${channel} ${to}`)))
      return { code: magic.refusal };
    if (this.consents.hasStopped(pairOf(request))) return { code: 21610 };
    return magic?.act ?? 'takes';
  }

  private async keep({ sid, channel, account, request }: SentMessage): Promise<void> {
    const { sender, to, statusCallback: url } = request;
    const callback = url === null ? {} : { callback: { account: account.sid, url } };
    await this.store.append({
      channel,
      sender,
      recipients: [to],
      body: phoneBody(request),
      sid,
      ...callback,
    });
  }

  private statusesOf(request: MessageRequest): StatusSequence {
    const magic = magicNumber('To', request.to, request.channel);
    const isClosed = magic?.windowClosed && !this.consents.hasOpened(pairOf(request), Date.now());
    return isClosed && !request.isTemplate
      ? statusSequences.outsideWindow
      : (magic?.statuses ?? statusSequences.usual);
  }

  /** Returns the callback of the newest message to this person from this number. */
  private callbackOf(pair: Pair): Callback | null {
    const last = this.store.conversation(pair, LOOKED_THROUGH).findLast(({ isReply }) => !isReply);
    const stored = last && this.store.read(last);
    return stored?.callback ?? null;
  }
}

function pairOf({ channel, to, sender }: MessageRequest): Pair {
  return { channel, person: to, sender };
}

function inboundUrl({ url }: Callback): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.endsWith('/status') ? path.replace(/status$/, 'inbound') : null;
}
