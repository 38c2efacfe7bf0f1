import {
  type CheckResult,
  type Files,
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  UnusableSender,
  PROVIDER_SHARE,
  assertUsable,
  noFreeConnection,
  notStarted,
  providerUrl,
} from '@carillon/channel';
import {
  type LeasedRecipient,
  type PublishedContent,
  SENDER_CHECK_MS,
  settingsTable,
} from '@carillon/contracts';
import {
  Connections,
  type HttpAnswer,
  type HttpRequest,
  RequestFault,
  unanswered,
} from '@carillon/http-client';
import type { ApiResult, MailApi } from '@carillon/mail-apis';
import { Batcher } from '@carillon/platform';
import { LRUCache } from 'lru-cache';
import type { EmailWorkerConfig } from '../config';
import type { ApiMails, MailForm, NoApiMail } from './api-mails';

/** The concurrent requests of one sender with several emails each. With more, there would be fewer emails in each. */
const REQUESTS_AT_ONCE = 4;
const KNOWN_SENDERS = 1_000;

type MailBatch<M> = NonNullable<MailApi<M>['batch']>;
type Gathering<M> = Batcher<WaitingMail<M>, ProviderResult>;

/** An email that waits for a request. */
interface WaitingMail<M> {
  mail: M;
  timeoutMs: number;
  /** In milliseconds of the monotonic clock. */
  deadline: number;
  mayDeliver: () => boolean;
}

export interface CompiledApiMail<M> {
  mailOf: (recipient: LeasedRecipient, deliveryId: string) => M | NoApiMail;
  /** The base URL of the API. */
  base: string;
}

/** Sends emails through the API of a provider. */
export abstract class MailApiProvider<M extends { to: string }> extends Provider<CompiledApiMail<M>> {
  override readonly attachesFiles = true;
  private readonly connections: Connections;
  private readonly gatherings = new LRUCache<string, Gathering<M>>({ max: KNOWN_SENDERS });

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
    if (this.api.batch) {
      const deadline = performance.now() + timeoutMs;
      return this.gathered(this.api.batch, sender, base).add({ mail, timeoutMs, deadline, mayDeliver });
    }
    const request = await this.api.request(mail, sender, base);
    if (!mayDeliver()) return notStarted;
    return this.exchange(request, (answer) => this.api.judge(answer), timeoutMs, alone);
  }

  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    this.assertUsable(sender);
    const asking = address === null ? this.api.check : this.api;
    const mail = this.mails.test(this.form, sender, address ?? String(sender.settings.fromAddress));
    if (typeof mail === 'string') throw new UnusableSender(mail, 'No email can be sent to this address');
    const asked = await asking.request(mail, sender, this.baseOf(sender));
    const result = await this.exchange(asked, (answer) => asking.judge(answer), SENDER_CHECK_MS, alone);
    if (result.kind === 'sent') return { ok: true, reason: null, providerCode: null, detail: null };
    return { ok: false, reason: result.reason, providerCode: result.code, detail: result.detail };
  }

  override close(): Promise<void> {
    this.connections.close();
    return Promise.resolve();
  }

  /** Emails of one sender that are sent at the same time share requests. */
  private gathered(batch: MailBatch<M>, sender: OpenedSender, base: string): Gathering<M> {
    const key = `${sender.id} ${sender.version}`;
    const known = this.gatherings.get(key);
    if (known) return known;
    const { most, mostBytes } = batch;
    const gathering: Gathering<M> = new Batcher({
      ...{ atOnce: REQUESTS_AT_ONCE, most },
      size: { most: mostBytes, of: ({ mail }) => batch.sizeOf(mail) },
      run: (waiting) => this.sendTogether(waiting, batch, sender, base),
    });
    this.gatherings.set(key, gathering);
    return gathering;
  }

  /** If the request has no response, the result of all of its emails is unknown. */
  private async sendTogether(
    waiting: readonly WaitingMail<M>[],
    batch: MailBatch<M>,
    sender: OpenedSender,
    base: string,
  ): Promise<ProviderResult[]> {
    const early = waiting.map(resultBefore);
    const sent = waiting.filter((_, index) => early[index] === null);
    if (sent.length === 0) return early.map((result) => result ?? notStarted);
    const request = batch.request(
      sent.map(({ mail }) => mail),
      sender,
      base,
    );
    const timeoutMs = Math.min(...sent.map(({ deadline }) => deadline)) - performance.now();
    const results = await this.exchange(
      request,
      (answer) => batch.judge(answer, sent.length),
      timeoutMs,
      (fault) => sent.map(() => fault),
    );
    let next = 0;
    return early.map((result) => result ?? results[next++] ?? notStarted);
  }

  private async exchange<R>(
    request: HttpRequest,
    judge: (answer: HttpAnswer) => R,
    timeoutMs: number,
    onFault: (fault: ApiResult) => R,
  ): Promise<R> {
    try {
      return judge(await this.connections.request(request, timeoutMs));
    } catch (error) {
      if (error instanceof RequestFault) return onFault(unanswered(error, this.api.name));
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

const alone = (fault: ApiResult): ApiResult => fault;

/** The result of an email that must not be sent any more. Null: it can be sent. */
function resultBefore<M>({ timeoutMs, deadline, mayDeliver }: WaitingMail<M>): ProviderResult | null {
  if (!mayDeliver()) return notStarted;
  return deadline - performance.now() >= timeoutMs * PROVIDER_SHARE ? null : noFreeConnection;
}
