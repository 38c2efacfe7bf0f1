import type {
  Channel,
  ContentChanges,
  PublishedContent,
  LeasedRecipient,
  SenderProvider,
} from '@carillon/contracts';
import { contentBy } from './content-by';
import type { TwilioServer } from './twilio-server';

export const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;

/** A sender after a worker has opened it. */
export interface TestAccount {
  id: string;
  userId: string;
  provider: SenderProvider;
  version: string;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

interface Terms {
  deliveryId: string;
  timeoutMs: number;
  validForMs: number;
}

/** The Provider of libs/channel, which a test library does not import. */
interface ChannelProvider<Result> {
  compile(content: PublishedContent, sender: TestAccount): unknown;
  send(recipient: LeasedRecipient, message: unknown, sender: TestAccount, terms: Terms): Promise<Result>;
  close(): Promise<void>;
}

export const twilioAccount = (): TestAccount => ({
  id: '64b7c0ffee64b7c0ffee0009',
  userId: '64b7c0ffee64b7c0ffee0002',
  provider: 'TWILIO',
  version: '1',
  settings: { accountSid, from: '+15005550006' },
  secrets: { authToken: 'the token' },
});

/** A channel's provider that sends through one Twilio server. */
export class TwilioSending<Result> {
  constructor(
    private readonly channel: Channel,
    readonly provider: ChannelProvider<Result>,
    readonly server: TwilioServer | null,
  ) {}

  content(changes: ContentChanges = {}): PublishedContent {
    return contentBy(this.channel, changes);
  }

  send(
    timeoutMs = 5_000,
    recipient: Partial<LeasedRecipient> = {},
    changes: ContentChanges = {},
  ): Promise<Result> {
    const by = twilioAccount();
    const to = {
      i: 7,
      address: '+15005550009',
      subscriberId: '64b7c0ffee64b7c0ffee0003',
      variables: { name: 'Zoë' },
      ...recipient,
    };
    const terms = { deliveryId: '64b7c0ffee64b7c0ffee0001-0000000002-7', timeoutMs, validForMs: 90_000 };
    return this.provider.send(to, this.provider.compile(this.content(changes), by), by, terms);
  }

  close(): Promise<void> {
    return this.provider.close();
  }

  async end(): Promise<void> {
    await this.close();
    await this.server?.stop();
  }
}
