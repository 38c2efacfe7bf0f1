/**
 * How long a server itself takes for a mail, without the network's time. What is said in one piece is answered in one piece:
 * a first reply takes a round trip and the server's time, each further one the server's time alone.
 */
export class ServerTime {
  /** The latest estimate of a round trip (milliseconds): 0 until the first mail is answered. */
  roundTripMs = 0;
  private furtherMs = 0;
  /** The first reply to the current mail's envelope; null: it was said together with the mail before. */
  private envelopeMs: number | null = null;

  /**
   * A reply in an envelope.
   * @param since when the reply before it came, or the envelope was said
   * @param saidAt when the envelope was said: it cannot be answered within less than a round trip
   * @param isFirst whether nothing was answered since something was said
   */
  envelope(since: number, saidAt: number, now: number, isFirst: boolean): void {
    if (isFirst) this.envelopeMs = now - since;
    else this.furtherMs += Math.max(0, now - Math.max(since, saidAt + this.roundTripMs));
  }

  /** The reply to a content. Returns the server's time for the whole mail; the next mail begins. */
  content(tookMs: number): number {
    const { envelopeMs, furtherMs } = this;
    this.roundTripMs = Math.min(tookMs, envelopeMs ?? this.roundTripMs);
    const firstMs = envelopeMs === null ? 0 : envelopeMs - this.roundTripMs;
    this.begin();
    return firstMs + furtherMs + tookMs - this.roundTripMs;
  }

  /** The mail ended without a reply to its content; the next one begins. */
  begin(): void {
    this.furtherMs = 0;
    this.envelopeMs = null;
  }
}
