import { proofs } from '../proofs/proofs';
import { Runner } from '../run/runner';

// On a new machine, the first rig waits for programs to be installed.
jest.setTimeout(600_000);

/** Proves that the checker notices broken promises. */
describe('the checker accepts the system, but finds the fault of a system', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.start(['--mutants']);
  });
  afterAll(() => runner.stop());

  const short = proofs.filter((proof) => proof.short === true);

  it.each(short)('without $mutant, when $experiment.name', async ({ mutant, violation }) => {
    const result = await runner.prove(mutant);
    expect(result.control.violations).toEqual([]);
    expect(result.mutant.violations).toContainEqual(expect.stringMatching(violation));
  });
});
