import { Fixture } from '../driver/fixture';
import { type Mailing, Violations } from '../driver/mailing';
import type { Rig } from '../rig/rig';

/** A fault during a running campaign, and the conditions that must hold afterward. */
export interface Scenario {
  /** For example, `kill an email worker`. */
  name: string;
  /** Whether `npm test` plays the scenario. */
  short?: true;
  /** Whether the scenario needs a replica set of three and a cluster of three. */
  replicated?: true;
  /** Whether the scenario needs services in separate processes. */
  apart?: true;
  /** The reason why the scenario cannot run on this machine, or null if it can. */
  whyNot?(): Promise<string | null>;
  /** Throws Violations, or another error if a step did not complete in time. */
  play(fixture: Fixture): Promise<void>;
}

export interface Result {
  name: string;
  violations: readonly string[];
  seconds: number;
  /** The number of people who received the message, the number who received it again, and the number of doubts. */
  figures: string;
}

/** Waits until every process is ready, plays a scenario, and cleans up. */
export async function play(scenario: Scenario, rig: Rig, size: number): Promise<Result> {
  const begin = performance.now();
  const mailings: Mailing[] = [];
  const violations = await attempt(scenario, rig, size, mailings);
  const seconds = (performance.now() - begin) / 1_000;
  return { name: scenario.name, violations, seconds, figures: mailings.map(figuresOf).join('; ') };
}

async function attempt(
  scenario: Scenario,
  rig: Rig,
  size: number,
  mailings: Mailing[],
): Promise<readonly string[]> {
  try {
    await rig.parts.fleet.ready();
    const fixture = await Fixture.set(rig, size);
    try {
      await scenario.play(fixture);
      if (!fixture.mailings.some(({ isJudged }) => isJudged)) return ['the scenario examined no campaign'];
    } finally {
      mailings.push(...fixture.mailings);
      await fixture.clear();
    }
    return [];
  } catch (error) {
    if (error instanceof Violations) return error.violations;
    return [error instanceof Error ? error.message : String(error)];
  }
}

function figuresOf({ members, recorded, seen }: Mailing): string {
  const people = new Set(recorded.map(({ channel, address }) => `${channel} ${address}`));
  const again = recorded.length - people.size;
  return `${people.size} of ${members.length} served, ${again} again, ${seen?.doubts.length ?? '?'} doubts`;
}
