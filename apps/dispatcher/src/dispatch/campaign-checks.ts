import { BackgroundLoop, type Logger } from '@carillon/platform';

interface Options {
  /** The name of the loop in logs. */
  name: string;
  /** Until failed checks are made again, at most (milliseconds). */
  everyMs: number;
  /** The least pause between rounds (milliseconds). */
  leastMs: number;
  check: (campaign: string) => Promise<void>;
  log: Logger;
}

/** Campaigns that wait for a check. Simultaneous requests for one campaign are one check; a failed check stays requested. */
export class CampaignChecks {
  private readonly asked = new Set<string>();
  private readonly loop: BackgroundLoop;

  constructor({ check, ...loop }: Options) {
    this.loop = new BackgroundLoop({ ...loop, round: () => this.round(check) });
  }

  /** Requests a check. Returns immediately. */
  request(campaign: string): void {
    this.asked.add(campaign);
    this.loop.nudge();
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async round(check: Options['check']): Promise<boolean> {
    for (const campaign of [...this.asked]) {
      this.asked.delete(campaign);
      try {
        await check(campaign);
      } catch (error) {
        this.asked.add(campaign);
        throw error;
      }
    }
    return false;
  }
}
