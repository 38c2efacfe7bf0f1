import { type Mailing, Violations } from '../driver/mailing';
import { Fixture } from '../driver/fixture';
import type { Rig } from '../rig/rig';
import type { Scenario } from './scenario';

export interface Result {
  name: string;
  violations: readonly string[];
  seconds: number;
  /** What happened, in a few figures. */
  figures: string;
}

/** Plays one scenario on a rig in good order, and leaves it in good order. */
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
      if (!fixture.mailings.some(({ seen }) => seen)) return ['it examined nothing'];
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
