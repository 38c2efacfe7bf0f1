import { type TextChannel } from '../messages/message';
import { type MessageStore } from '../messages/message-store';
import { type SignedPost } from './callbacks/post-form';
import { type Consents } from './consents';
import { newSid, type SentMessage, twilioAddress } from './sent-message';
import { type SentMessages } from './sent-messages';
import { segments } from './segments';
import { type Form } from './signature';

/** What a person writes back. */
export interface Reply {
  readonly channel: TextChannel;
  /** The person's number, E.164. */
  readonly from: string;
  /** The number that the messages came from. */
  readonly to: string;
  readonly text: string;
}

/** Of a reply that was taken in. `answered`: the status that its receiver answered, or why there was none. */
export interface Received {
  readonly sid: string;
  readonly answered: number | string;
}

/**
 * Takes in what a person writes to a number that has sent messages, and hands it to whom those messages named. There is
 * no console to configure: beside the URL for statuses, `…/status`, there is one for replies, `…/inbound`.
 */
export class ReceiveReply {
  constructor(
    private readonly store: MessageStore,
    private readonly messages: SentMessages,
    private readonly consents: Consents,
    private readonly receiver: SignedPost,
  ) {}

  /** @returns null where nobody is known to whom it could be handed */
  async execute(reply: Reply): Promise<Received | null> {
    const { channel, from, to, text } = reply;
    const pair = { channel, person: from, sender: to };
    const last = this.messages.repliedTo(pair);
    const url = last && inboundUrl(last);
    if (!last || url === null || url === undefined) return null;
    const sid = newSid('SM');
    const body = Buffer.from(text);
    await this.store.append({ channel, sender: from, recipients: [to], body, sid, isReply: true });
    this.consents.hear(pair, text, Date.now());
    const form = inboundForm(reply, sid, last.account.sid);
    const answered = await this.receiver.post(last.account, url, form).catch(String);
    return { sid, answered };
  }
}

function inboundUrl({ request: { statusCallback } }: SentMessage): string | null {
  const [path = ''] = (statusCallback ?? '').split(/[?#]/, 1);
  return path.endsWith('/status') ? path.replace(/status$/, 'inbound') : null;
}

/** What Twilio posts of a message that came in: https://www.twilio.com/docs/messaging/guides/webhook-request */
function inboundForm({ channel, from, to, text }: Reply, sid: string, accountSid: string): Form {
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    Body: text,
    From: twilioAddress(channel, from),
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: channel === 'SMS' ? String(segments(text)) : '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: twilioAddress(channel, to),
    ...(channel === 'WHATSAPP' && { ProfileName: 'Sandbox', WaId: from.slice(1), MessageType: 'text' }),
  };
}
