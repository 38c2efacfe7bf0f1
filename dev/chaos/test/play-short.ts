import { Runner } from '../run/runner';
import { scenarios } from '../scenarios';
import { outages } from '../scenarios/outages';
import { clocks, deaths, freezes } from '../scenarios/services';

// On a new machine, the first rig waits for programs to be installed.
jest.setTimeout(1_200_000);

const ofProcesses = new Set([...deaths, ...freezes, ...outages, ...clocks]);

/**
 * Plays one half of the short form: the faults of processes and servers, or the other scenarios. Each half has its
 * own rig.
 */
export function playShort(half: 'faults' | 'campaigns'): void {
  const chosen = scenarios.filter(
    (scenario) => scenario.short === true && ofProcesses.has(scenario) === (half === 'faults'),
  );

  describe('a running campaign keeps every promise, with', () => {
    let runner: Runner;

    beforeAll(async () => {
      runner = await Runner.start(['--short', `--folder=${half}`]);
    });
    afterAll(() => runner.stop());

    it.each(chosen.map(({ name }) => name))('%s', async (name) => {
      expect((await runner.play(name)).violations).toEqual([]);
    });
  });
}
