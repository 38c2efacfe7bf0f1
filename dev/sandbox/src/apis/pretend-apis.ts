import { setTimeout as pause } from 'node:timers/promises';
import {
  type ApiAnswer,
  type FakeApiMail,
  type FakeApiOptions,
  type FakeApis,
  FakeMailgun,
  FakePostmark,
  FakeSendgrid,
  FakeSes,
} from '@carillon/fake-providers';
import { magicRecipient } from '../email/magic-recipients';
import { addressKey } from '../messages/address';
import type { MessageStore } from '../messages/message-store';
import { Turns } from '../turns';

interface PretendApisSettings {
  /** The delay of the response to an email for a slow recipient (milliseconds). */
  readonly slowMs: number;
  /** The time from an accepted email to its webhook (milliseconds). */
  readonly callbackStepMs: number;
  /** The scheme, host, and port to which webhooks connect in place of those in their URLs. */
  readonly callbackVia: string | null;
}

/** The responses of a provider to a recipient that is busy. */
const tooMany: ApiAnswer = { status: 429, headers: { 'retry-after': '1' }, body: {} };

/**
 * The mail providers of the sandbox. Their APIs are at the port of the fake Twilio, each below its name. Accepted emails
 * go to the inbox.
 */
export function pretendApis(
  store: MessageStore,
  { slowMs, callbackStepMs, callbackVia }: PretendApisSettings,
): FakeApis {
  const turns = new Turns();
  const options: FakeApiOptions = {
    conduct: (mail) => {
      const magic = magicRecipient(mail.to);
      if (magic?.everyOther && turns.refuses(addressKey(mail.to))) return tooMany;
      return magic?.slow ? pause(slowMs, 'takes' as const) : 'takes';
    },
    take: (mail) => keep(store, mail),
    webhooks: {
      delayMs: callbackStepMs,
      via: callbackVia,
      replyOf: ({ to }) => {
        const { refusal = null, everyOther } = magicRecipient(to) ?? {};
        return everyOther ? null : refusal;
      },
    },
  };
  return {
    ses: new FakeSes(options),
    sendgrid: new FakeSendgrid(options),
    mailgun: new FakeMailgun(options),
    postmark: new FakePostmark(options),
  };
}

async function keep(store: MessageStore, mail: FakeApiMail): Promise<void> {
  const { sender, to } = mail;
  await store.append({ channel: 'EMAIL', sender, recipients: [to], body: await mail.message() });
}
