import { type Json, data, until } from '../../driver/api';
import type { TestUser } from '../../driver/arrange';

/** The time limit of a campaign (seconds). */
export const LONGEST_S = 3_600;
/**
 * The polling interval (milliseconds). Each request counts the report again, so the benchmark polls only as often as
 * a person would.
 */
const PAUSE_MS = 500;

export interface Ended {
  total: number;
  sent: number;
  /** Milliseconds since 1970. */
  finishedAt: number;
}

export async function reportOf(user: TestUser, campaign: string): Promise<Json> {
  return (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
}

/** Resolves when the campaign is SENT. */
export async function endOf(user: TestUser, campaign: string): Promise<Ended> {
  const report = await until(
    'the end of the campaign',
    LONGEST_S,
    async () => {
      const now = await reportOf(user, campaign);
      return now.status === 'SENT' ? now : null;
    },
    PAUSE_MS,
  );
  const { SENT } = report.states as Record<string, number>;
  return { total: Number(report.total), sent: SENT ?? 0, finishedAt: Date.parse(String(report.finishedAt)) };
}

/** Resolves with the time at which planning ended, on the monotonic clock. */
export async function planned(user: TestUser, campaign: string): Promise<number> {
  return until(
    'the end of planning',
    LONGEST_S,
    async () => {
      const planning = (await reportOf(user, campaign)).planning as Json;
      return planning.done === true ? performance.now() : null;
    },
    PAUSE_MS,
  );
}
