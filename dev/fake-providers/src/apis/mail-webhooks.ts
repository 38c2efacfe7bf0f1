import { PostClient } from '../http/post-client';
import type { FakeApiMail } from './fake-api';

/** The webhooks of a mail provider, and what happens to its emails. */
export interface WebhookOptions {
  /** The time from accepting an email to its event (milliseconds). */
  readonly delayMs: number;
  /** Scheme, host, and port to connect to in place of those of the webhooks. */
  readonly via: string | null;
  /** The reply of the recipient's server, such as `550 5.1.1 No such mailbox here`. Null: it accepts the email. */
  readonly replyOf: (mail: FakeApiMail) => string | null;
}

/** An event of an accepted email. */
export interface MailEvent {
  readonly mail: FakeApiMail;
  /** Null: the email was delivered. */
  readonly refusal: {
    readonly reply: string;
    /** The enhanced code of the reply. */
    readonly status: string;
    readonly isHard: boolean;
    /** The sender or the email was refused, not the address. */
    readonly isBlock: boolean;
  } | null;
  readonly at: Date;
}

export interface SignedWebhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The limit for the webhooks that wait for their time. Further ones are dropped. */
const MAX_WAITING = 50_000;

/** Posts the events of accepted emails to the receivers of an account. Each event is posted once. */
export class MailWebhooks {
  private readonly client: PostClient;
  private readonly waiting = new Set<NodeJS.Timeout>();

  constructor(private readonly options: WebhookOptions | undefined) {
    this.client = new PostClient(options?.via ?? null);
  }

  /** @param webhooksOf the requests for an event, one for each receiver */
  begin(mail: FakeApiMail, webhooksOf: (event: MailEvent) => readonly SignedWebhook[]): void {
    const { options } = this;
    if (!options || this.waiting.size >= MAX_WAITING) return;
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      const event = { mail, refusal: refusalIn(options.replyOf(mail)), at: new Date() };
      for (const { url, headers, body } of webhooksOf(event))
        // The receiver may be down, as with a real provider.
        void this.client.post(url, headers, body).catch(() => undefined);
    }, options.delayMs);
    this.waiting.add(timer);
  }

  close(): void {
    for (const timer of this.waiting) clearTimeout(timer);
    this.waiting.clear();
    this.client.close();
  }
}

function refusalIn(reply: string | null): MailEvent['refusal'] {
  if (reply === null) return null;
  const [, status = ''] = /^\d{3} (\d\.\d+\.\d+) /.exec(reply) ?? [];
  return { reply, status, isHard: reply.startsWith('5'), isBlock: status.split('.')[1] === '7' };
}
