import type { ProviderResult } from '@carillon/channel';
import type { SenderProvider } from '@carillon/contracts';
import { type FakeApiMail, FakeApiServer, type FakeApi, type FakeApiOptions } from '@carillon/fake-providers';
import { EndpointSending } from '@carillon/testing/providers';
import { simpleParser } from 'mailparser';
import { ApiMails } from '../src/apis/api-mails';
import type { MailApiProvider } from '../src/apis/mail-api-provider';
import type { EmailWorkerConfig } from '../src/config';
import { CountedLinks } from '../src/unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from '../src/unsubscribe/unsubscribe-links';

export const config = {
  PUBLIC_URL: 'https://carillon.example.com',
  LINK_KEYS: `k1:${Buffer.alloc(32, 3).toString('base64')}`,
  EMAIL_CONNECTIONS: 20,
} as EmailWorkerConfig;

type ProviderType<M extends { to: string }> = new (
  mails: ApiMails,
  config: EmailWorkerConfig,
) => MailApiProvider<M>;

/** A provider whose API is at `url`, and a sender. */
export function apiSending<M extends { to: string }>(
  type: ProviderType<M>,
  provider: SenderProvider,
  { settings = {}, secrets = {} }: { settings?: object; secrets?: Record<string, string> },
  url: string,
): EndpointSending<ProviderResult> {
  const all = { ...config, PROVIDER_API_URL: url };
  const mails = new ApiMails(new UnsubscribeLinks(all), new ReturnPaths(all), new CountedLinks(all));
  const sender = {
    id: '64b7c0ffee64b7c0ffee0009',
    userId: '64b7c0ffee64b7c0ffee0002',
    provider,
    version: '1',
    settings: {
      ...{ fromAddress: 'News@Shop.example', fromName: 'The Shöp', replyTo: 'ann@shop.example' },
      ...{ postalAddress: '1 Main Street', ...settings },
    },
    secrets,
  };
  return new EndpointSending<ProviderResult>('EMAIL', new type(mails, all), sender, null);
}

/** A fake API, and the emails that it accepted. */
export class RunningApi {
  readonly mails: FakeApiMail[] = [];
  requests = 0;
  private server: FakeApiServer | undefined;

  constructor(
    private readonly name: string,
    private readonly make: (options: FakeApiOptions) => FakeApi,
    private readonly conduct?: FakeApiOptions['conduct'],
  ) {}

  async start(): Promise<this> {
    const api = this.make({
      ...(this.conduct && { conduct: this.conduct }),
      take: (mail) => void this.mails.push(mail),
    });
    const counted: FakeApi = {
      answer: (request) => {
        this.requests += 1;
        return api.answer(request);
      },
    };
    this.server = await new FakeApiServer({ [this.name]: counted }).start();
    return this;
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  /** The only accepted email, parsed. */
  async mail() {
    const [mail] = this.mails;
    if (!mail || this.mails.length > 1) throw new Error(`${this.mails.length} emails`);
    const { subject, html, text, headers, from, replyTo, attachments } = await simpleParser(
      await mail.message(),
    );
    const { to, token, sender } = mail;
    return { to, token, sender, subject, html, text, headers, from, replyTo, attachments };
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }
}
