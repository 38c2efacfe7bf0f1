/**
 * How long a server itself takes for an email, without the network's time. Replies to commands that are sent together
 * arrive together: the first reply takes a round trip and the server\'s time, and each further reply takes only the
 * server\'s time.
 */
export class ServerTime {
  /** The latest estimate of a round trip (milliseconds). 0: no email has a reply yet. */
  roundTripMs = 0;
  private furtherMs = 0;
  /** The first reply to the current envelope; null: it was sent together with the previous email. */
  private envelopeMs: number | null = null;

  /**
   * A reply to an envelope.
   * @param since when the previous reply arrived, or the envelope was sent
   * @param sentAt when the envelope was sent: a reply takes at least a round trip
   * @param isFirst whether no reply has arrived since the last command
   */
  envelope(since: number, sentAt: number, now: number, isFirst: boolean): void {
    if (isFirst) this.envelopeMs = now - since;
    else this.furtherMs += Math.max(0, now - Math.max(since, sentAt + this.roundTripMs));
  }

  /** The reply to a content. Returns the server's time for the whole email; the next email begins. */
  content(tookMs: number): number {
    const { envelopeMs, furtherMs } = this;
    this.roundTripMs = Math.min(tookMs, envelopeMs ?? this.roundTripMs);
    const firstMs = envelopeMs === null ? 0 : envelopeMs - this.roundTripMs;
    this.begin();
    return firstMs + furtherMs + tookMs - this.roundTripMs;
  }

  /** The email ended without a reply to its content; the next one begins. */
  begin(): void {
    this.furtherMs = 0;
    this.envelopeMs = null;
  }
}
