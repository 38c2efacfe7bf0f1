import { compileEmail } from '@carillon/content';
import { contentOf } from '@carillon/contracts';
import type { OpenedSender, ProviderResult } from '@carillon/channel';
import { FixedClock } from '@carillon/testing/clock';
import { Metrics } from '@carillon/platform';
import type { EmailWorkerConfig } from '../src/config';
import { ConnectionPools } from '../src/smtp/connection-pools';
import { SmtpProvider } from '../src/smtp/smtp-provider';
import { CountedLinks } from '../src/unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from '../src/unsubscribe/unsubscribe-links';
import { TestMailServer, type TestMailServerOptions } from './test-mail-server';

/** The public address and the keys of the links in emails. */
export const PUBLIC_URL = 'https://carillon.example.com';
export const LINK_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/** The delivery of all emails. */
export const DELIVERY = '64b7c0ffee64b7c0ffee0001-0000001024-3';

export type Changes = Partial<OpenedSender> & { config?: Partial<EmailWorkerConfig> };

/** A provider with one mail server. */
export class Sending {
  readonly provider: SmtpProvider;
  readonly metrics = new Metrics('test');
  private readonly sender: OpenedSender;
  private readonly pools: ConnectionPools;
  /** Compiled emails, by number of paragraphs. */
  private readonly messages = new Map<number, ReturnType<SmtpProvider['compile']>>();

  constructor(
    readonly server: TestMailServer | null,
    port: number,
    private readonly to: string,
    { config: configured, settings, ...changes }: Changes = {},
  ) {
    const config = {
      PUBLIC_URL,
      LINK_KEYS,
      EMAIL_CONNECTIONS: 5,
      ALLOW_PRIVATE_SMTP_HOSTS: true,
      ...configured,
    } as EmailWorkerConfig;
    const pools = new ConnectionPools(config, this.metrics);
    this.pools = pools;
    const links = new UnsubscribeLinks(config);
    this.provider = new SmtpProvider(
      pools,
      new FixedClock(new Date()),
      links,
      new ReturnPaths(config),
      new CountedLinks(config),
      config,
    );
    const basics = { host: '127.0.0.1', port, security: 'none', fromAddress: 'news@shop.example' };
    this.sender = {
      id: 'own',
      userId: '64b7c0ffee64b7c0ffee0002',
      provider: 'SMTP',
      version: '1',
      secrets: {},
      ...changes,
      settings: { ...basics, ...settings },
    };
  }

  static async by(options: TestMailServerOptions = {}, to = 'ann', changes: Changes = {}): Promise<Sending> {
    const server = await TestMailServer.start(options);
    return new Sending(server, server.port, to, changes);
  }

  send(
    timeoutMs = 60_000,
    to = `${this.to}@example.org`,
    { paragraphs = 500, ...more }: { paragraphs?: number; mayDeliver?: () => boolean } = {},
  ): Promise<ProviderResult> {
    const recipient = {
      i: 0,
      address: to,
      subscriberId: '64b7c0ffee64b7c0ffee0003',
      variables: { name: 'Zoë' },
    };
    const terms = { deliveryId: DELIVERY, timeoutMs, validForMs: 3_600_000, ...more };
    return this.provider.send(recipient, this.compiled(paragraphs), this.sender, terms);
  }

  pool(): ReturnType<ConnectionPools['for']> {
    return this.pools.for(this.compiled(500).server);
  }

  breakOff(): Promise<void> {
    return this.provider.close();
  }

  taken(): number {
    return this.server?.received ?? 0;
  }

  async end(): Promise<void> {
    await this.provider.close();
    await this.server?.stop();
  }

  /** Compiles once for all recipients, as a worker does. */
  private compiled(paragraphs: number): ReturnType<SmtpProvider['compile']> {
    const known = this.messages.get(paragraphs);
    if (known) return known;
    const html = `<p>Dear {{name}}</p><pre>\n.\n..</pre>${'<p>And so on.</p>\n'.repeat(paragraphs)}`;
    const content = {
      campaignId: '64b7c0ffee64b7c0ffee0001',
      content: contentOf({ subject: 'Hello {{name}}', bodies: { EMAIL: html } }),
      compiledEmail: compileEmail(html),
      watermark: true,
    };
    const message = this.provider.compile(content, this.sender);
    this.messages.set(paragraphs, message);
    return message;
  }
}
