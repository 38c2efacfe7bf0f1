import {
  type FakePhoneApi,
  FakeTelnyx,
  FakeVonage,
  type PhoneAct,
  type PhoneApiMessage,
  type PhoneRefusal,
  type RefusalCode,
  statusSequences,
} from '@carillon/fake-providers';
import type { MessageStore } from '../messages/message-store';
import type { Callback } from '../messages/message';
import { phoneBody } from '../messages/phone-body';
import { Turns } from '../turns';
import type { Consents } from '../twilio/consents';
import { magicNumber } from '../twilio/magic-numbers';

/** The secret that signs Vonage's webhooks in the sandbox. docs/sandbox.md has it, too. */
const VONAGE_SIGNATURE_SECRET = 'signature-secret-of-the-sandbox';
/** The key that signs Telnyx's webhooks in the sandbox. docs/sandbox.md has its public half. */
const TELNYX_KEY = Buffer.from('the Telnyx key of the sandbox...');

interface PhoneSettings {
  readonly slowMs: number;
  readonly callbackStepMs: number;
  readonly callbackVia: string | null;
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
    const optionsOf = (account: string) => ({
      ...{ slowMs, stepMs, via },
      conduct: (message: PhoneApiMessage) => this.actOn(account, message),
      take: (message: PhoneApiMessage, id: string) => this.keep(account, message, id),
      statusesOf: ({ to }: PhoneApiMessage) =>
        magicNumber('To', to, 'SMS')?.statuses ?? statusSequences.usual,
    });
    this.apis = {
      vonage: new FakeVonage(VONAGE_SIGNATURE_SECRET, optionsOf('vonage')),
      telnyx: new FakeTelnyx(TELNYX_KEY, optionsOf('telnyx')),
    };
  }

  /** The provider that sent a message. Undefined: Twilio. */
  of({ account }: Callback): FakePhoneApi | undefined {
    return Object.hasOwn(this.apis, account) ? this.apis[account] : undefined;
  }

  private actOn(account: string, { to, from }: PhoneApiMessage): PhoneAct {
    const sender = magicNumber('From', from, 'SMS');
    const magic = magicNumber('To', to, 'SMS');
    if (sender?.refusal) return refuses(sender.refusal);
    if (magic?.refusal && (!magic.everyOther || this.turns.refuses(`${account} ${to}`)))
      return refuses(magic.refusal);
    if (this.consents.hasStopped({ channel: 'SMS', person: to, sender: from }))
      return { refuses: 'opted out' };
    return magic?.act ?? 'takes';
  }

  private async keep(account: string, message: PhoneApiMessage, sid: string): Promise<void> {
    const { to, from: sender, text, mediaUrl, webhookUrl: url } = message;
    const callback = url === null ? {} : { callback: { account, url } };
    const body = phoneBody({ text, mediaUrl });
    await this.store.append({ channel: 'SMS', sender, recipients: [to], body, sid, ...callback });
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
