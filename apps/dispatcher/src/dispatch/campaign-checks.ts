import { BackgroundTask, type BackgroundTaskOptions } from '@carillon/platform';

/**
 * Checks campaigns in the background. Simultaneous requests for one campaign cause one check, and a failed check is
 * repeated. It stops as late as possible, because settlements in flight may still request checks.
 */
export abstract class CampaignChecks extends BackgroundTask {
  private readonly requested = new Set<string>();

  /** `everyMs`: the maximum time until failed checks are repeated. */
  protected constructor(options: Omit<BackgroundTaskOptions, 'stopsLate' | 'idleMs'>) {
    super({ ...options, stopsLate: true });
  }

  protected abstract checkNow(campaign: string): Promise<void>;

  /** Requests a check of this campaign. Returns immediately. */
  check(campaign: string): void {
    this.requested.add(campaign);
    this.nudge();
  }

  async round(): Promise<false> {
    for (const campaign of [...this.requested]) {
      this.requested.delete(campaign);
      try {
        await this.checkNow(campaign);
      } catch (error) {
        this.requested.add(campaign);
        throw error;
      }
    }
    return false;
  }
}
