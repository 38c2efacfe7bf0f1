/** What this process needs in order to do its work, asked one by one. */
export class Health {
  private readonly checks = new Map<string, () => boolean | Promise<boolean>>();
  private state: 'starting' | 'started' | 'stopping' = 'starting';

  add(name: string, check: () => boolean | Promise<boolean>): void {
    this.checks.set(name, check);
  }

  started(): void {
    this.state = 'started';
  }

  stopping(): void {
    this.state = 'stopping';
  }

  /** `ready` when it has started, is not stopping and everything it needs is there. */
  async report(): Promise<{ ready: boolean; state: string; checks: Record<string, boolean> }> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await check()] as const),
    );
    const checks = Object.fromEntries(entries);
    return { ready: this.state === 'started' && entries.every(([, ok]) => ok), state: this.state, checks };
  }
}
