import {
  FakeMeta,
  type FakePhoneApi,
  FakeTelnyx,
  FakeVonage,
  type PhoneAct,
  type PhoneApiMessage,
  type PhoneRefusal,
  type RefusalCode,
  type StatusSequence,
  type TextChannel,
  statusSequences,
} from '@carillon/fake-providers';
import type { MessageStore } from '../messages/message-store';
import type { Callback } from '../messages/message';
import { phoneBody } from '../messages/phone-body';
import { Turns } from '../turns';
import type { Consents } from '../twilio/consents';
import { magicNumber } from '../twilio/magic-numbers';
import { metaTemplates } from './meta-templates';

/** The secret that signs Vonage's webhooks in the sandbox. docs/sandbox.md has it, too. */
const VONAGE_SIGNATURE_SECRET = 'signature-secret-of-the-sandbox';
/** The key that signs Telnyx's webhooks in the sandbox. docs/sandbox.md has its public half. */
const TELNYX_KEY = Buffer.from('the Telnyx key of the sandbox...');

/** The app secret of every account of Meta in the sandbox. docs/sandbox.md has it, too. */
const META_APP_SECRET = 'app-secret-of-the-sandbox';

interface PhoneSettings {
  readonly slowMs: number;
  readonly callbackStepMs: number;
  readonly callbackVia: string | null;
}

interface Api {
  readonly account: string;
  readonly channel: TextChannel;
}

/** The providers of phone messages with an HTTP API. Their numbers misbehave like those of the fake Twilio. */
export class PretendPhones {
  readonly apis: Readonly<Record<string, FakePhoneApi>>;
  private readonly turns = new Turns();

  constructor(
    private readonly store: MessageStore,
    private readonly consents: Consents,
    { slowMs, callbackStepMs: stepMs, callbackVia: via }: PhoneSettings,
  ) {
    const optionsOf = (account: string, channel: TextChannel = 'SMS') => ({
      ...{ slowMs, stepMs, via },
      conduct: (message: PhoneApiMessage) => this.actOn({ account, channel }, message),
      take: (message: PhoneApiMessage, id: string) => this.keep({ account, channel }, message, id),
      statusesOf: (message: PhoneApiMessage) => this.statusesOf(channel, message),
    });
    this.apis = {
      vonage: new FakeVonage(VONAGE_SIGNATURE_SECRET, optionsOf('vonage')),
      telnyx: new FakeTelnyx(TELNYX_KEY, optionsOf('telnyx')),
      meta: new FakeMeta(META_APP_SECRET, {
        ...optionsOf('meta', 'WHATSAPP'),
        templates: metaTemplates,
      }),
    };
  }

  /** The provider that sent a message. Undefined: Twilio. */
  of({ account }: Callback): FakePhoneApi | undefined {
    return Object.hasOwn(this.apis, account) ? this.apis[account] : undefined;
  }

  private actOn({ account, channel }: Api, { to, from }: PhoneApiMessage): PhoneAct {
    const sender = magicNumber('From', from, channel);
    const magic = magicNumber('To', to, channel);
    if (sender?.refusal) return refuses(sender.refusal);
    if (magic?.refusal && (!magic.everyOther || this.turns.refuses(`${account} ${to}`)))
      return refuses(magic.refusal);
    if (this.consents.hasStopped({ channel, person: to, sender: from })) return { refuses: 'opted out' };
    return magic?.act ?? 'takes';
  }

  /** Outside of the service window, WhatsApp delivers only templates. */
  private statusesOf(channel: TextChannel, { to, from, body }: PhoneApiMessage): StatusSequence {
    const magic = magicNumber('To', to, channel);
    const pair = { channel, person: to, sender: from };
    const isClosed = magic?.windowClosed && !this.consents.hasOpened(pair, Date.now());
    return isClosed && body.type !== 'template'
      ? statusSequences.outsideWindow
      : (magic?.statuses ?? statusSequences.usual);
  }

  private async keep({ account, channel }: Api, message: PhoneApiMessage, sid: string): Promise<void> {
    const { to, from: sender, text, mediaUrl, webhookUrl: url } = message;
    const callback = url === null ? {} : { callback: { account, url } };
    const body = phoneBody({ text, mediaUrl });
    await this.store.append({ channel, sender, recipients: [to], body, sid, ...callback });
  }
}

/** The meanings of Twilio's codes for magic numbers. */
const meanings: Partial<Record<RefusalCode, PhoneRefusal>> = {
  21211: 'invalid number',
  21612: 'no route',
  21408: 'country not allowed',
  21610: 'opted out',
  21614: 'landline',
  21212: 'invalid sender',
  21606: 'invalid sender',
  21611: 'queue full',
  20429: 'too many requests',
  20500: 'internal error',
  20503: 'unavailable',
};

function refuses(code: RefusalCode): PhoneAct {
  return { refuses: meanings[code] ?? 'internal error' };
}
