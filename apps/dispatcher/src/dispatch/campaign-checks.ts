import { BackgroundTask, type BackgroundTaskOptions } from '@carillon/platform';

/**
 * Checks of campaigns, in the background. Simultaneous requests for one campaign are one check; a failed check stays requested.
 * It stops as late as possible: settlements in flight may still request checks.
 */
export abstract class CampaignChecks extends BackgroundTask {
  private readonly requested = new Set<string>();

  /** `everyMs`: until failed checks are made again, at most. */
  protected constructor(options: Omit<BackgroundTaskOptions, 'stopsLate' | 'idleMs'>) {
    super({ ...options, stopsLate: true });
  }

  protected abstract checkNow(campaign: string): Promise<void>;

  /** Requests a check of this campaign. Returns at once. */
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
