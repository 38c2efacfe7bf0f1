import {
  type CheckResult,
  type Files,
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  UnusableSender,
  assertUsable,
  notStarted,
  providerUrl,
} from '@carillon/channel';
import { type LeasedRecipient, type PublishedContent, settingsTable } from '@carillon/contracts';
import {
  Connections,
  type HttpAnswer,
  type HttpRequest,
  RequestFault,
  unanswered,
} from '@carillon/http-client';
import { type ApiResult, type MailApi } from '@carillon/mail-apis';
import type { EmailWorkerConfig } from '../config';
import type { NoMail } from '../mime/personal-mail';
import type { ApiMails, MailForm } from './api-mails';

/** The limit of a test of the settings (milliseconds): less than its caller waits. */
const CHECK_MS = 11_000;

export interface CompiledApiMail<M> {
  mailOf: (recipient: LeasedRecipient, deliveryId: string) => M | NoMail;
  /** The base URL of the API. */
  base: string;
}

/** Sends emails through the API of a provider. */
export abstract class MailApiProvider<M extends object> extends Provider<CompiledApiMail<M>> {
  override readonly attachesFiles = true;
  private readonly connections: Connections;

  protected constructor(
    private readonly api: MailApi<M>,
    private readonly form: MailForm<M>,
    private readonly mails: ApiMails,
    private readonly config: EmailWorkerConfig,
  ) {
    super();
    this.connections = new Connections(config.EMAIL_CONNECTIONS);
  }

  override compile(content: PublishedContent, sender: OpenedSender, files: Files = {}): CompiledApiMail<M> {
    this.assertUsable(sender);
    return { mailOf: this.mails.of(this.form, content, sender, files), base: this.baseOf(sender) };
  }

  override async send(
    recipient: LeasedRecipient,
    { mailOf, base }: CompiledApiMail<M>,
    sender: OpenedSender,
    { deliveryId, timeoutMs, mayDeliver = () => true }: SendTerms,
  ): Promise<ProviderResult> {
    const mail = mailOf(recipient, deliveryId);
    if (typeof mail === 'string') return { kind: 'failed', reason: mail, permanent: true, code: null };
    const request = await this.api.request(mail, sender, base);
    if (!mayDeliver()) return notStarted;
    return this.exchange(request, (answer) => this.api.judge(answer), timeoutMs);
  }

  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    this.assertUsable(sender);
    const asking = address === null ? this.api.check : this.api;
    const mail = this.mails.test(this.form, sender, address ?? String(sender.settings.fromAddress));
    if (typeof mail === 'string') throw new UnusableSender(mail, 'No email can be sent to this address');
    const asked = await asking.request(mail, sender, this.baseOf(sender));
    const result = await this.exchange(asked, (answer) => asking.judge(answer), CHECK_MS);
    if (result.kind === 'sent') return { ok: true, reason: null, providerCode: null, detail: null };
    return { ok: false, reason: result.reason, providerCode: result.code, detail: result.detail };
  }

  override close(): Promise<void> {
    this.connections.close();
    return Promise.resolve();
  }

  private async exchange(
    request: HttpRequest,
    judge: (answer: HttpAnswer) => ApiResult,
    timeoutMs: number,
  ): Promise<ApiResult> {
    try {
      return judge(await this.connections.request(request, timeoutMs));
    } catch (error) {
      if (error instanceof RequestFault) return unanswered(error, this.api.name);
      throw error;
    }
  }

  private baseOf(sender: OpenedSender): string {
    return providerUrl(this.config, this.api.provider, this.api.baseUrl(sender));
  }

  private assertUsable(sender: OpenedSender): void {
    assertUsable(settingsTable({ channel: 'EMAIL', provider: this.api.provider }), sender);
  }
}
