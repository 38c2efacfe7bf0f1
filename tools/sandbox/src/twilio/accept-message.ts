import { Turns } from '../turns';
import { type MessageStore } from '../messages/message-store';
import { type Account } from './accounts';
import { type StatusReports } from './callbacks/status-reports';
import { type Consents } from './consents';
import { courses, type Course } from './courses';
import { magicNumber, type MagicNumber } from './magic-numbers';
import { readMessageRequest, type MessageRequest } from './message-request';
import { SentMessage } from './sent-message';
import { type SentMessages } from './sent-messages';
import { TwilioRefusal } from './twilio-errors';

/** What is answered, and when: of a message whose answer never comes, nothing. */
export interface Acceptance {
  readonly message: SentMessage;
  readonly answer: 'now' | 'late' | 'never';
}

/** Takes a message in as Twilio would: into the inbox, and on its way through its statuses. */
export class AcceptMessage {
  private readonly turns = new Turns();

  constructor(
    private readonly store: MessageStore,
    private readonly messages: SentMessages,
    private readonly consents: Consents,
    private readonly reports: StatusReports,
  ) {}

  /**
   * @returns null where the connection stays silent and nothing was accepted
   * @throws TwilioRefusal
   */
  async execute(account: Account, form: URLSearchParams): Promise<Acceptance | null> {
    const request = readMessageRequest(form);
    const magic = magicNumber('To', request.to, request.channel);
    this.refuse(magicNumber('From', request.sender, request.channel), request);
    this.refuse(magic, request);
    if (this.consents.hasStopped(pairOf(request))) throw new TwilioRefusal(21610);
    if (magic?.silence === 'ignored') return null;
    const message = new SentMessage(account, request);
    await this.keep(message);
    this.reports.begin(message, this.courseOf(request, magic));
    const answer = magic?.silence ? 'never' : magic?.slow ? 'late' : 'now';
    return { message, answer };
  }

  private refuse(magic: MagicNumber | undefined, { channel, to }: MessageRequest): void {
    if (magic?.refusal === undefined) return;
    if (magic.everyOther && !this.turns.refuses(`${channel} ${to}`)) return;
    throw new TwilioRefusal(magic.refusal);
  }

  private async keep(message: SentMessage): Promise<void> {
    const { sid, channel, account, request } = message;
    const { sender, to, text, statusCallback: url } = request;
    const callback = url === null ? {} : { callback: { account: account.sid, url } };
    await this.store.append({ channel, sender, recipients: [to], body: Buffer.from(text), sid, ...callback });
    this.messages.add(message);
  }

  private courseOf(request: MessageRequest, magic: MagicNumber | undefined): Course {
    const isClosed = magic?.windowClosed && !this.consents.hasOpened(pairOf(request), Date.now());
    return isClosed && !request.isTemplate ? courses.outsideWindow : (magic?.course ?? courses.usual);
  }
}

function pairOf({ channel, to, sender }: MessageRequest): {
  channel: typeof channel;
  person: string;
  sender: string;
} {
  return { channel, person: to, sender };
}
