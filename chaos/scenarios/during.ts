import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import { type Expectation, everybody } from '../checker/expectation';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/scenario';

export interface Fault {
  name: string;
  short?: true;
  /** What is done to the system; it is over when this resolves. */
  strike?: (fixture: Fixture, mailing: Mailing) => Promise<void> | void;
  /** What is done before the campaign is published. */
  before?: (fixture: Fixture) => Promise<void> | void;
  /** What is waited for between the campaign's end and its examination. */
  untilHeard?: () => Promise<void>;
  /** What is done after the campaign's end, however it came about. */
  after?: (fixture: Fixture) => Promise<void> | void;
  /** The share of messages that are out when it strikes; 0: at once. */
  when?: number;
  people?: (size: number) => Person[];
  expected?: Expectation;
  /** How long it may take to the end (seconds), where pauses between tries make it long. */
  ends?: number;
}

/** How long providers take over a message, so that a campaign lasts long enough to be hit (milliseconds). */
const UNHURRIED_MS = 20;

/** A campaign by mail and SMS that is hit in the middle, comes to its end all the same, and is examined. */
export function during(fault: Fault): Scenario {
  const { name, short, after } = fault;
  return {
    name,
    ...(short === undefined ? {} : { short }),
    async play(fixture) {
      try {
        await hit(fixture, fault);
      } finally {
        await after?.(fixture);
      }
    },
  };
}

async function hit(fixture: Fixture, fault: Fault): Promise<void> {
  const { before, strike, when = 0.25, people = bothWays, expected = everybody } = fault;
  const { untilHeard, ends } = fault;
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  fixture.rig.parts.provider.latencyMs = UNHURRIED_MS;
  await before?.(fixture);
  const mailing = await fixture.mailTo(people(fixture.size));
  await mailing.reaches(fixture.size * when);
  await strike?.(fixture, mailing);
  await mailing.ends('SENT', ends);
  await untilHeard?.();
  await mailing.examine(expected);
}

function bothWays(size: number): Person[] {
  const bySmsToo = Math.round(size / 5);
  return [...bySms(bySmsToo), ...byMail(size - bySmsToo)];
}
