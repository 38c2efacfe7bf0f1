/**
 * The timeout of one check (milliseconds). A frozen server never responds, and the health check must respond before its
 * caller gives up.
 */
const CHECK_TIMEOUT_MS = 2_000;

type Check = () => boolean | Promise<boolean>;

export interface HealthReport {
  ready: boolean;
  state: string;
  checks: Record<string, boolean>;
}

/** The dependencies of this service, each checked separately. */
export class Health {
  private readonly checks = new Map<string, Check>();
  /** Dependencies without which the process can do most of its work. */
  private readonly spared = new Set<string>();
  private state: 'starting' | 'started' | 'stopping' = 'starting';

  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** A dependency whose absence degrades the process, but leaves it ready. */
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

  /**
   * Returns `ready` when it has started, is not stopping and all dependencies are available; `degraded` if only spared
   * ones are unavailable.
   */
  async report(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await inTime(check)] as const),
    );
    const away = entries.flatMap(([name, ok]) => (ok ? [] : [name]));
    const ready = this.state === 'started' && away.every((name) => this.spared.has(name));
    const state = ready && away.length > 0 ? 'degraded' : this.state;
    return { ready, state, checks: Object.fromEntries(entries) };
  }
}

/** Returns the result of the check; false if it fails or does not respond in time. */
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
