/** A frozen server never answers; the health check must answer in less time than its caller waits. */
const CHECK_TIMEOUT_MS = 2_000;

type Check = () => boolean | Promise<boolean>;

/** What this process needs in order to do its work, asked one by one. */
export class Health {
  private readonly checks = new Map<string, Check>();
  /** What it can do most of its work without. */
  private readonly spared = new Set<string>();
  private state: 'starting' | 'started' | 'stopping' = 'starting';

  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** A dependency whose absence makes the process degraded, but still ready. */
  addSpared(name: string, check: Check): void {
    this.spared.add(name);
    this.add(name, check);
  }

  started(): void {
    this.state = 'started';
  }

  stopping(): void {
    this.state = 'stopping';
  }

  /** `ready` when it has started, is not stopping and everything it needs is there; `degraded` if only what it can spare is away. */
  async report(): Promise<{ ready: boolean; state: string; checks: Record<string, boolean> }> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await inTime(check)] as const),
    );
    const away = entries.flatMap(([name, ok]) => (ok ? [] : [name]));
    const ready = this.state === 'started' && away.every((name) => this.spared.has(name));
    const state = ready && away.length > 0 ? 'degraded' : this.state;
    return { ready, state, checks: Object.fromEntries(entries) };
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
