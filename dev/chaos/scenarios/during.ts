import { setTimeout as pause } from 'node:timers/promises';
import { type Expectation, everybody } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/play';

export interface Fault {
  name: string;
  short?: true;
  replicated?: true;
  apart?: true;
  /** The fault. It is over when this function resolves. */
  strike?: (fixture: Fixture, mailing: Mailing) => Promise<void> | void;
  /** Runs before the campaign is published. */
  before?: (fixture: Fixture) => Promise<void> | void;
  /** Resolves when all late data about the campaign has arrived, such as callbacks after its end. */
  settled?: () => Promise<void>;
  /** Runs after the campaign, even if it failed. */
  after?: (fixture: Fixture) => Promise<void> | void;
  /** The share of messages that providers have accepted when the fault begins. With 0, the fault begins at once. */
  when?: number;
  people?: (size: number) => Person[];
  expected?: Expectation;
  /** The time limit of the campaign (seconds), if retries make it long. */
  ends?: number;
}

/** The providers' response time, which makes a campaign last long enough for a fault (milliseconds). */
const UNHURRIED_MS = 20;

/**
 * Plays a campaign by email and SMS with a fault during sending, waits for the end of the campaign, and examines it.
 */
export function during(fault: Fault): Scenario {
  const { name, short, replicated, apart, after } = fault;
  return {
    name,
    ...(short === undefined ? {} : { short }),
    ...(replicated === undefined ? {} : { replicated }),
    ...(apart === undefined ? {} : { apart }),
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
  const { settled, ends } = fault;
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  fixture.rig.parts.provider.latencyMs = UNHURRIED_MS;
  await before?.(fixture);
  const mailing = await fixture.mailTo(people(fixture.size));
  await mailing.reaches(fixture.size * when);
  await strike?.(fixture, mailing);
  await mailing.ends('SENT', ends);
  await settled?.();
  await mailing.examine(expected);
}

function bothWays(size: number): Person[] {
  const bySmsToo = Math.round(size / 5);
  return [...bySms(bySmsToo), ...byMail(size - bySmsToo)];
}

/** A time that is longer than a lease of a batch or of the leader in the rig (milliseconds). */
export const LEASES_MS = 7_000;

/** Waits for a fixed time while a fault lasts. All other code waits for conditions. */
export function pass(milliseconds: number): Promise<void> {
  return pause(milliseconds);
}

/** Kills all processes of a service at once. Resolves when they have restarted. */
export async function killAll({ fleet }: Fixture, service: string): Promise<void> {
  const copies = fleet.of(service);
  for (const copy of copies) copy.signal('SIGKILL');
  await Promise.all(copies.map((copy) => copy.ready()));
}
