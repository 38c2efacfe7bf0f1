import type { Fixture } from '../driver/fixture';

/** A fault during a running campaign, and what must hold after it. */
export interface Scenario {
  /** `kill an email worker` */
  name: string;
  /** Whether it is telling enough for every run of the tests. */
  short?: true;
  /** Throws Violations, or that something did not come about. */
  play(fixture: Fixture): Promise<void>;
}
