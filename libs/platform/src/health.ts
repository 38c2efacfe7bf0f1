/** A server that was frozen or cut off takes a question and never answers it; whoever asks for our health waits less long. */
const CHECK_TIMEOUT_MS = 2_000;

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
      [...this.checks].map(async ([name, check]) => [name, await inTime(check)] as const),
    );
    const checks = Object.fromEntries(entries);
    return { ready: this.state === 'started' && entries.every(([, ok]) => ok), state: this.state, checks };
  }
}

/** What the check says; false if it fails or does not say anything in time. */
async function inTime(check: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
