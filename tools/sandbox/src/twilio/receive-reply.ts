import { type Callback, type TextChannel } from '../messages/message';
import { messagesIn } from '../messages/conversations';
import { type MessageStore } from '../messages/message-store';
import { type Accounts } from './accounts';
import { type SignedPost } from './callbacks/post-form';
import { type Consents, type Pair } from './consents';
import { newSid, twilioAddress } from './sent-message';
import { segments } from './segments';
import { type Form } from './signature';

/** Messages looked through for one that was not written by the person. */
const LOOKED_THROUGH = 1_000;

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
    private readonly accounts: Accounts,
    private readonly consents: Consents,
    private readonly receiver: SignedPost,
  ) {}

  /** @returns null where nobody is known to whom it could be handed */
  async execute(reply: Reply): Promise<Received | null> {
    const { channel, from, to, text } = reply;
    const pair = { channel, person: from, sender: to };
    const callback = await this.callbackOf(pair);
    const account = callback && this.accounts.find(callback.account);
    const url = callback && inboundUrl(callback);
    if (!account || !url) return null;
    const sid = newSid('SM');
    const body = Buffer.from(text);
    await this.store.append({ channel, sender: from, recipients: [to], body, sid, isReply: true });
    this.consents.hear(pair, text, Date.now());
    const form = inboundForm(reply, sid, account.sid);
    const answered = await this.receiver.post(account, url, form).catch(String);
    return { sid, answered };
  }

  /** What the newest message to this person from this number said. */
  private async callbackOf(pair: Pair): Promise<Callback | null> {
    const last = messagesIn(this.store, pair, LOOKED_THROUGH).findLast(({ isReply }) => !isReply);
    const stored = last && (await this.store.read(last));
    return stored?.callback ?? null;
  }
}

function inboundUrl({ url }: Callback): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
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
