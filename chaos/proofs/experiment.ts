import type { Environment } from '@carillon/local-services';
import type { Expectation } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import type { Fixture } from '../driver/fixture';

/** Waits for the end of a campaign, for as long as that may take, and examines it whether the end came or not. */
export type Judge = (mailing: Mailing, expected: Expectation) => Promise<void>;

/** A campaign to a few people, with a fault that hits one certain thing and leaves nothing to luck. */
export interface Experiment {
  name: string;
  /** What services, by their names, are configured by besides the usual. */
  environment?: Readonly<Record<string, Environment>>;
  /** Throws Violations, or that something did not come about. */
  play(fixture: Fixture, judge: Judge): Promise<void>;
}
