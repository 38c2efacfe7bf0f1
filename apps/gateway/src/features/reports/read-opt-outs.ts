import { AppError } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';

/** How long a report waits for the opt-outs (milliseconds). */
const WAIT_MS = 1_000;

/** The description of the number in responses. */
export const optOutsNote = {
  description:
    'People who opted out with a link in the email, of all emails or of the topic, and have not taken it back. Null: currently unknown',
};

/** Reads how many people opted out with a link in a campaign. The subscriber service knows. */
@Injectable()
export class ReadOptOuts {
  constructor(
    private readonly messenger: Messenger,
    private readonly log: Logger,
  ) {}

  /** By campaign. Null: unknown, because the service does not respond. A report is useful without this number. */
  async of(userId: string, campaignIds: string[]): Promise<Map<string, number> | null> {
    try {
      const query = { userId, campaignIds };
      const { counts } = await this.messenger.request('suppression.campaign-opt-outs', query, {
        timeoutMs: WAIT_MS,
      });
      const counted = new Map(counts.map(({ campaignId, people }) => [campaignId, people]));
      return new Map(campaignIds.map((id) => [id, counted.get(id) ?? 0]));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      this.log.warn({ err: error }, 'a report lacks the opt-outs');
      return null;
    }
  }
}
