import type { ProviderResult } from '../provider';

/**
 * Where a doubt lasts for ever nobody is put in doubt who need not be: until the provider has dealt with somebody of a hand,
 * no more are at risk than it takes to judge it down.
 */
export class Caution {
  /** Sends under way, and those that ended with a doubt about the provider. */
  private atRisk = 0;
  private waiting: (() => void)[] = [];

  /**
   * @param most how many may be at risk until then
   * @param ended when nobody's turn comes any more
   */
  constructor(
    private most: number,
    private readonly ended: AbortSignal,
  ) {
    ended.addEventListener('abort', () => this.tell(), { once: true });
  }

  /** Resolves when a send may start, with false when none may any more. */
  async turn(): Promise<boolean> {
    while (this.atRisk >= this.most && !this.ended.aborted) await this.news();
    if (this.ended.aborted) return false;
    this.atRisk += 1;
    return true;
  }

  /** A send that had its turn is over; null: it was none. */
  over(result: ProviderResult | null): void {
    if (!result || !isSuspect(result)) this.atRisk -= 1;
    if (result && isDealing(result)) this.most = Infinity;
    this.tell();
  }

  private news(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private tell(): void {
    for (const look of this.waiting.splice(0)) look();
  }
}

/** The provider took a message, or said itself why it does not. */
function isDealing(result: ProviderResult): boolean {
  return (
    result.kind === 'sent' || result.kind === 'throttled' || (result.kind === 'failed' && !isSuspect(result))
  );
}

function isSuspect(result: ProviderResult): boolean {
  return (result.kind === 'failed' || result.kind === 'unknown') && result.suspect === true;
}
