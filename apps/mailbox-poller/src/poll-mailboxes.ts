import { setTimeout as pause } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ReturnedMails } from '@carillon/feedback';
import { Messenger } from '@carillon/messaging';
import { Logger, Metrics, parseSecret, jittered } from '@carillon/platform';
import { parseKeyRing } from '@carillon/vault';
import { type MailboxAccess, type MailboxPollerConfig, mailboxPollerConfig, parseMailboxes } from './config';
import { MailboxFailure, readMailbox } from './mailbox';

/** Pauses after failures, doubled each time (milliseconds): servers lock accounts after repeated failed sign-ins. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** How long a mailbox may take to end after the stop begins (milliseconds). */
const CLOSE_MS = 4_000;

/** The kinds of reports that can leave the mailbox when their delivery is known. Other emails stay in the mailbox. */
const settled: ReadonlySet<string> = new Set(['bounced', 'complained', 'delayed', 'delivered']);

/** Keeps a connection to each mailbox, and reports the content of its emails to the dispatcher. */
@Injectable()
export class PollMailboxes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly mailboxes: readonly MailboxAccess[];
  private readonly returned: ReturnedMails;
  private readonly stopping = new AbortController();
  private readonly read = new Set<MailboxAccess>();
  private running: Promise<unknown> = Promise.resolve();
  private readonly mails;
  private readonly putAway;
  private readonly failures;

  constructor(
    messenger: Messenger,
    private readonly log: Logger,
    @Inject(mailboxPollerConfig.token) private readonly config: MailboxPollerConfig,
    metrics: Metrics,
  ) {
    this.mailboxes = parseSecret('BOUNCE_MAILBOXES', config.BOUNCE_MAILBOXES, parseMailboxes);
    this.returned = new ReturnedMails(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing), {
      delivery: (returned) => messenger.publish('delivery.returned', returned),
      address: (returned) => messenger.publish('address.returned', returned),
    });
    this.mails = metrics.counter('carillon_returned_mails_total', 'Returned emails, by type', ['kind']);
    const putAwayHelp = 'Emails that were deleted, moved, or marked in mailboxes';
    this.putAway = metrics.counter('carillon_mailbox_mails_total', putAwayHelp, ['where']);
    const failuresHelp = 'Failed attempts to read a mailbox';
    this.failures = metrics.counter('carillon_mailbox_failures_total', failuresHelp, ['reason']);
    metrics.readings('carillon_mailboxes', 'Mailboxes, by whether they can be read', ['state'], () =>
      Promise.resolve([
        { labels: { state: 'read' }, value: this.read.size },
        { labels: { state: 'away' }, value: this.mailboxes.length - this.read.size },
      ]),
    );
  }

  onApplicationBootstrap(): void {
    this.running = Promise.all(this.mailboxes.map((each, index) => this.keepReading(each, index + 1)));
  }

  /** Stores and removes emails that were read while the broker is still connected. The others are read again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.race([this.running, pause(CLOSE_MS, null, { ref: false })]);
  }

  /** @param mailbox its number in BOUNCE_MAILBOXES, from 1 */
  private async keepReading(access: MailboxAccess, mailbox: number): Promise<void> {
    const { signal } = this.stopping;
    const { host } = access;
    for (let failed = 0; ; failed++) {
      const onRead = (): void => {
        failed = 0;
        if (!this.read.has(access)) this.log.info({ mailbox, host }, 'reading a mailbox');
        this.read.add(access);
      };
      const failure = await readMailbox(
        {
          access,
          pollMs: this.config.BOUNCE_POLL_SECONDS * 1_000,
          doneFolder: this.config.BOUNCE_DONE_FOLDER ?? null,
          otherFolder: this.config.BOUNCE_OTHER_FOLDER ?? null,
          take: (mail, at) => this.take(mail, at),
          onRead,
          putAway: (where, mails) => this.putAway.inc({ where }, mails),
        },
        signal,
      ).catch((error: unknown) => error);
      this.read.delete(access);
      if (signal.aborted) return;
      const pauseMs = jittered(Math.min(FIRST_PAUSE_MS * 2 ** failed, MAX_PAUSE_MS));
      this.report(failure, { mailbox, host, againInSeconds: Math.round(pauseMs / 1_000) });
      await pause(pauseMs, null, { signal }).catch(() => undefined);
    }
  }

  private report(failure: unknown, where: Readonly<Record<string, unknown>>): void {
    if (!(failure instanceof MailboxFailure)) throw failure;
    const { reason, detail, cause } = failure;
    this.failures.inc({ reason });
    this.log.warn(
      { ...where, reason, detail, ...(cause === undefined ? {} : { err: cause }) },
      failure.message,
    );
  }

  private async take(mail: Uint8Array, at: Date): Promise<boolean> {
    const { kind, deliveries } = await this.returned.take({ recipients: [], sender: null, mail, at });
    this.mails.inc({ kind });
    this.log.debug({ kind, deliveries }, 'received a bounce');
    return deliveries > 0 && settled.has(kind);
  }
}
