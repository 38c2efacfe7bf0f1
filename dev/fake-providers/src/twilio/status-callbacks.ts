import { type StatusSequence, type StatusStep } from './statuses';
import { twilioErrors } from './errors';
import { type SentMessage, type SentMessages, twilioAddress } from './sent-message';
import { type Form, type SignedPost } from './signed-post';

export interface TwilioLog {
  debug(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** The time from the 201 response until a message is queued (milliseconds). */
const FIRST_MS = 25;
/** The pauses before each further attempt if a receiver is unavailable (milliseconds). */
const RETRY_MS = [1_000, 3_000, 10_000];
/** The pause before the next call to a receiver that did not respond (milliseconds). */
const REST_MS = 500;
/**
 * The maximum number of messages with pending callbacks. Messages beyond this limit are accepted without callbacks.
 */
const MAX_UNDERWAY = 50_000;
const MAX_IN_FLIGHT = 64;
/** The maximum number of receivers that are remembered as unavailable. */
const MAX_DOWN = 1_000;

interface Underway {
  readonly message: SentMessage;
  readonly statuses: StatusSequence;
  next: number;
  tries: number;
}

/** Advances messages through their statuses, and posts each status to the URL that the message named. */
export class StatusCallbacks {
  /** The number of callbacks by result. */
  readonly counts = { taken: 0, refused: 0, failed: 0, dropped: 0 };
  /** Messages in the order of their next callback. */
  private readonly ready = new Set<Underway>();
  /**
   * The times at which unavailable receivers may be called again, by scheme and authority (milliseconds since 1970).
   * With thousands of waiting callbacks, not every callback should encounter the same failure.
   */
  private readonly downUntil = new Map<string, number>();
  private underway = 0;
  private inFlight = 0;
  private stopped = false;

  constructor(
    private readonly messages: SentMessages,
    private readonly receiver: SignedPost,
    /** The pause between two statuses (milliseconds). */
    private readonly stepMs: number,
    private readonly log: TwilioLog | undefined,
  ) {}

  begin(message: SentMessage, statuses: StatusSequence): void {
    if (this.underway >= MAX_UNDERWAY) {
      this.counts.dropped += 1;
      return;
    }
    this.underway += 1;
    this.later({ message, statuses, next: 0, tries: 0 }, FIRST_MS);
  }

  /** Sends no more callbacks. */
  close(): void {
    this.stopped = true;
    this.ready.clear();
  }

  private later(mine: Underway, delayMs: number): void {
    const timer = setTimeout(() => {
      if (!this.stopped) this.ready.add(mine);
      this.proceedWithReady();
    }, delayMs);
    timer.unref();
  }

  private proceedWithReady(): void {
    for (const mine of this.ready) {
      if (this.inFlight >= MAX_IN_FLIGHT) return;
      this.ready.delete(mine);
      this.inFlight += 1;
      void this.proceed(mine).finally(() => {
        this.inFlight -= 1;
        this.proceedWithReady();
      });
    }
  }

  /** Attempts one status once, and then schedules the next status, or the same status again later. */
  private async proceed(mine: Underway): Promise<void> {
    const { message, statuses } = mine;
    const url = message.request.statusCallback;
    const rest = url === null ? 0 : (this.downUntil.get(authorityOf(url)) ?? 0) - Date.now();
    if (rest > 0) {
      this.later(mine, rest);
      return;
    }
    const step = statuses[mine.next];
    const pause = RETRY_MS[mine.tries];
    if (step && !(await this.report(message, step)) && pause !== undefined) {
      mine.tries += 1;
      this.later(mine, pause);
      return;
    }
    mine.next += 1;
    mine.tries = 0;
    if (mine.next < statuses.length) this.later(mine, this.stepMs);
    else this.underway -= 1;
  }

  /** Returns false if another attempt is worthwhile. */
  private async report(message: SentMessage, step: StatusStep): Promise<boolean> {
    this.messages.advance(message, step);
    const url = message.request.statusCallback;
    if (url === null) return true;
    try {
      const status = await this.receiver.post(message.account.authToken, url, statusForm(message, step));
      this.downUntil.delete(authorityOf(url));
      this.note(status);
      return status < 500 && status !== 429;
    } catch (error) {
      this.counts.failed += 1;
      const isFirst = !this.downUntil.has(authorityOf(url));
      if (this.downUntil.size >= MAX_DOWN) this.downUntil.clear();
      this.downUntil.set(authorityOf(url), Date.now() + REST_MS);
      if (isFirst && !this.stopped)
        this.log?.warn({ err: error }, 'The receiver of status callbacks is unavailable');
      return false;
    }
  }

  private note(status: number): void {
    if (status >= 200 && status < 300) this.counts.taken += 1;
    else this.counts.refused += 1;
    if (status >= 400 && status !== 429) this.log?.debug({ status }, 'A status callback was refused');
  }
}

/** The form of a status callback: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
function statusForm({ sid, account, channel, request }: SentMessage, step: StatusStep): Form {
  const { status, errorCode } = step;
  const to = twilioAddress(channel, request.to);
  return {
    AccountSid: account.sid,
    ApiVersion: '2010-04-01',
    From: twilioAddress(channel, request.sender),
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(request.messagingServiceSid && { MessagingServiceSid: request.messagingServiceSid }),
    ...(errorCode && { ErrorCode: String(errorCode), ErrorMessage: twilioErrors[errorCode].message }),
    ...(channel === 'WHATSAPP' && {
      ChannelPrefix: 'whatsapp',
      ChannelToAddress: request.to,
      EventType: status.toUpperCase(),
      StructuredMessage: 'false',
    }),
  };
}

/** Scheme, host and port. */
function authorityOf(url: string): string {
  return /^[^:]+:\/\/[^/?#]*/.exec(url)?.[0] ?? url;
}
