import { ObjectId } from 'mongodb';
import { type Mailing, Violations } from '../driver/mailing';
import { Fixture } from '../driver/fixture';
import type { Rig } from '../rig/rig';
import type { Proof } from './proofs';
import type { Judge, Experiment } from './experiment';
import { type Outfit, Wardrobe } from './wardrobe';

/** What was found in a experiment. */
export interface Finding {
  violations: readonly string[];
  seconds: number;
}

interface Run extends Finding {
  /** How long the end of the campaign was waited for (milliseconds). */
  waitedMs: number;
}

/** For what comes to an end by itself (milliseconds). */
const LONG_MS = 90_000;
/** For what does not, if the system as it is takes no time at all. */
const SHORTEST_MS = 5_000;

/** Plays experiments with the system as it is, each once, and with mutants. */
export class Proving {
  private readonly controlRuns = new Map<Experiment, Promise<Run>>();
  private readonly wardrobe: Wardrobe;

  constructor(private readonly rig: Rig) {
    this.wardrobe = new Wardrobe(rig.parts.fleet);
  }

  /** The system as it is. */
  control({ experiment }: Proof): Promise<Finding> {
    return this.controlRun(experiment);
  }

  /** The same for several proofs, in an order in which services are seldom restarted. */
  async controls(proofs: readonly Proof[]): Promise<void> {
    const plainFirst = (a: Experiment, b: Experiment): number => Number(isSpecial(a)) - Number(isSpecial(b));
    for (const experiment of proofs.map((proof) => proof.experiment).sort(plainFirst)) await this.controlRun(experiment);
  }

  /** The same without what the proof is about. */
  async mutant({ mutant, service, experiment, neverEnds }: Proof): Promise<Finding> {
    const { waitedMs } = await this.controlRun(experiment);
    const waitMs = neverEnds ? Math.max(SHORTEST_MS, 2 * waitedMs) : LONG_MS;
    const mutated = { ...experiment.environment?.[service], CHAOS_MUTANT: mutant };
    return this.run(experiment, { ...experiment.environment, [service]: mutated }, waitMs);
  }

  private controlRun(experiment: Experiment): Promise<Run> {
    const known = this.controlRuns.get(experiment);
    if (known) return known;
    const run = this.run(experiment, experiment.environment ?? {}, LONG_MS);
    this.controlRuns.set(experiment, run);
    return run;
  }

  private async run(experiment: Experiment, outfit: Outfit, waitMs: number): Promise<Run> {
    const begin = performance.now();
    await this.wardrobe.dress(outfit);
    await this.rig.parts.fleet.ready();
    const run = await this.play(experiment, waitMs);
    return { ...run, seconds: (performance.now() - begin) / 1_000 };
  }

  private async play(experiment: Experiment, waitMs: number): Promise<Omit<Run, 'seconds'>> {
    let waitedMs = 0;
    const judge: Judge = async (mailing, expected) => {
      const begin = performance.now();
      const ended = await mailing.ends(expected.end, waitMs / 1_000).then(
        () => true,
        () => false,
      );
      waitedMs = performance.now() - begin;
      await mailing.examine(expected, ended ? waitMs : 0);
    };
    const fixture = await Fixture.set(this.rig, 0);
    try {
      await experiment.play(fixture, judge);
      return { waitedMs, violations: [] };
    } catch (error) {
      return { waitedMs, violations: wrongBy(error) };
    } finally {
      await fixture.clear();
      await this.forget(fixture.mailings);
    }
  }

  /** What a mutant has left undone is nobody's business after the experiment. */
  private async forget(mailings: readonly Mailing[]): Promise<void> {
    const dispatcher = this.rig.parts.database.db('carillon_dispatcher');
    const campaigns = mailings.map(({ campaign }) => new ObjectId(campaign));
    await dispatcher.collection('dispatches').deleteMany({ _id: { $in: campaigns } });
    await dispatcher.collection('batches').deleteMany({ campaign: { $in: campaigns } });
  }
}

function isSpecial({ environment }: Experiment): boolean {
  return environment !== undefined;
}

/** What the checker said, or that something did not come about. */
function wrongBy(error: unknown): readonly string[] {
  if (error instanceof Violations) return error.violations;
  return [error instanceof Error ? error.message : String(error)];
}
