import type { Environment } from '@carillon/local-services';
import type { Expectation } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import type { Stage } from '../driver/stage';

/** Waits for the end of a campaign, with as much patience as is due, and examines it whether the end came or not. */
export type Judge = (mailing: Mailing, expected: Expectation) => Promise<void>;

/** A campaign to a few people, with a fault that hits one certain thing and leaves nothing to luck. */
export interface Trial {
  name: string;
  /** What services, by their names, are configured by besides the usual. */
  environment?: Readonly<Record<string, Environment>>;
  /** Throws Violations, or that something did not come about. */
  play(stage: Stage, judge: Judge): Promise<void>;
}
