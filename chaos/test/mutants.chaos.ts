import { proofs } from '../proofs/proofs';
import { Runner } from '../run/runner';

jest.setTimeout(300_000);

/** A checker that would say nothing of a system that breaks its promises would prove nothing by its silence. */
describe('the checker has nothing to say of the system as it is, but of one', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.start(['--mutants']);
  });
  afterAll(() => runner.stop());

  const short = proofs.filter((proof) => proof.short === true);

  it.each(short)('without $mutant, when $experiment.name', async ({ mutant, violation }) => {
    const verdict = await runner.prove(mutant);
    expect(verdict.control.violations).toEqual([]);
    expect(verdict.mutant.violations).toContainEqual(expect.stringMatching(violation));
  });
});
