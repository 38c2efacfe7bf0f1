import type { PublishedContent, LeasedRecipient } from '@carillon/contracts';

/**
 * A provider that records sends instead of sending, and returns the results that a test defines. It has the shape of
 * the Provider of libs/channel, which a test library does not import.
 */
export class RecordingProvider<Result> {
  /** The sends in order of their start. `at` is a time of the monotonic clock (milliseconds). */
  readonly sends: { address: string; message: unknown; terms: unknown; at: number }[] = [];
  /** The largest number of concurrent sends so far. */
  mostAtOnce = 0;
  compiled = 0;
  /** The number of concurrent sends that the provider reports as useful. */
  useful = Infinity;
  readonly attachesFiles = false;
  private inFlight = 0;
  private onClose: (() => void)[] = [];

  /** @param answer Returns the result of a send. `closed` resolves when the provider is closed */
  constructor(
    private readonly answer: (recipient: LeasedRecipient, closed: Promise<void>) => Result | Promise<Result>,
  ) {}

  compile({ content }: PublishedContent): unknown {
    this.compiled += 1;
    return content.subject;
  }

  begin(): () => Promise<void> {
    return () => Promise.resolve();
  }

  usefulSends(_message: unknown, connections: number): number {
    return Math.min(this.useful, connections);
  }

  async send(
    recipient: LeasedRecipient,
    message: unknown,
    _sender: unknown,
    terms: unknown,
  ): Promise<Result> {
    this.sends.push({ address: recipient.address, message, terms, at: performance.now() });
    this.inFlight += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.inFlight);
    try {
      return await this.answer(recipient, new Promise((resolve) => this.onClose.push(resolve)));
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Accepts all credentials. */
  tryOut(): Promise<{ ok: true; reason: null; providerCode: null; detail: null }> {
    return Promise.resolve({ ok: true, reason: null, providerCode: null, detail: null });
  }

  close(): Promise<void> {
    for (const resolve of this.onClose.splice(0)) resolve();
    return Promise.resolve();
  }
}
