import { proofs } from '../proofs/proofs';
import { Player } from '../run/player';

jest.setTimeout(300_000);

/** A checker that would say nothing of a system that breaks its promises would prove nothing by its silence. */
describe('the checker has nothing to say of the system as it is, but of one', () => {
  let player: Player;

  beforeAll(async () => {
    player = await Player.start(['--mutants']);
  });
  afterAll(() => player.stop());

  const short = proofs.filter((proof) => proof.short === true);

  it.each(short)('without $mutant, when $trial.name', async ({ mutant, violation }) => {
    const verdict = await player.prove(mutant);
    expect(verdict.control.violations).toEqual([]);
    expect(verdict.mutant.violations).toContainEqual(expect.stringMatching(violation));
  });
});
