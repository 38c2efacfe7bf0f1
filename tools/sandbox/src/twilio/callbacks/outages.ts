/** How long a receiver that did not answer is left in peace, milliseconds. */
const REST_MS = 500;
const REMEMBERED = 1_000;

/** Receivers that did not answer: with thousands of callbacks waiting, each is not to find that out for itself. */
export class Outages {
  /** When each may be tried again, milliseconds since 1970. */
  private readonly until = new Map<string, number>();

  /** How long to wait before a callback to this URL is tried; 0: not at all. */
  restMs(url: string, now: number): number {
    return Math.max(0, (this.until.get(hostOf(url)) ?? 0) - now);
  }

  /** @returns whether it is news */
  began(url: string, now: number): boolean {
    const host = hostOf(url);
    const isNews = !this.until.has(host);
    if (this.until.size >= REMEMBERED) this.until.clear();
    this.until.set(host, now + REST_MS);
    return isNews;
  }

  ended(url: string): void {
    this.until.delete(hostOf(url));
  }
}

/** Scheme and authority. */
function hostOf(url: string): string {
  return /^[^:]+:\/\/[^/?#]*/.exec(url)?.[0] ?? url;
}
