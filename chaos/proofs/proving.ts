import { ObjectId } from 'mongodb';
import { type Mailing, Violations } from '../driver/mailing';
import { Stage } from '../driver/stage';
import type { Rig } from '../rig/rig';
import type { Proof } from './proofs';
import type { Judge, Trial } from './trial';
import { type Outfit, Wardrobe } from './wardrobe';

/** What was found in a trial. */
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

/** Plays trials with the system as it is, each once, and with mutants. */
export class Proving {
  private readonly controlRuns = new Map<Trial, Promise<Run>>();
  private readonly wardrobe: Wardrobe;

  constructor(private readonly rig: Rig) {
    this.wardrobe = new Wardrobe(rig.parts.fleet);
  }

  /** The system as it is. */
  control({ trial }: Proof): Promise<Finding> {
    return this.controlRun(trial);
  }

  /** The same for several proofs, in an order in which services are seldom restarted. */
  async controls(proofs: readonly Proof[]): Promise<void> {
    const plainFirst = (a: Trial, b: Trial): number => Number(isSpecial(a)) - Number(isSpecial(b));
    for (const trial of proofs.map((proof) => proof.trial).sort(plainFirst)) await this.controlRun(trial);
  }

  /** The same without what the proof is about. */
  async mutant({ mutant, service, trial, neverEnds }: Proof): Promise<Finding> {
    const { waitedMs } = await this.controlRun(trial);
    const patience = neverEnds ? Math.max(SHORTEST_MS, 2 * waitedMs) : LONG_MS;
    const mutated = { ...trial.environment?.[service], CHAOS_MUTANT: mutant };
    return this.run(trial, { ...trial.environment, [service]: mutated }, patience);
  }

  private controlRun(trial: Trial): Promise<Run> {
    const known = this.controlRuns.get(trial);
    if (known) return known;
    const run = this.run(trial, trial.environment ?? {}, LONG_MS);
    this.controlRuns.set(trial, run);
    return run;
  }

  private async run(trial: Trial, outfit: Outfit, patienceMs: number): Promise<Run> {
    const begin = performance.now();
    await this.wardrobe.dress(outfit);
    await this.rig.parts.fleet.ready();
    const run = await this.play(trial, patienceMs);
    return { ...run, seconds: (performance.now() - begin) / 1_000 };
  }

  private async play(trial: Trial, patienceMs: number): Promise<Omit<Run, 'seconds'>> {
    let waitedMs = 0;
    const judge: Judge = async (mailing, expected) => {
      const begin = performance.now();
      const ended = await mailing.ends(expected.end, patienceMs / 1_000).then(
        () => true,
        () => false,
      );
      waitedMs = performance.now() - begin;
      await mailing.examine(expected, ended ? patienceMs : 0);
    };
    const stage = await Stage.set(this.rig, 0);
    try {
      await trial.play(stage, judge);
      return { waitedMs, violations: [] };
    } catch (error) {
      return { waitedMs, violations: wrongBy(error) };
    } finally {
      await stage.clear();
      await this.forget(stage.mailings);
    }
  }

  /** What a mutant has left undone is nobody's business after the trial. */
  private async forget(mailings: readonly Mailing[]): Promise<void> {
    const dispatcher = this.rig.parts.database.db('carillon_dispatcher');
    const campaigns = mailings.map(({ campaign }) => new ObjectId(campaign));
    await dispatcher.collection('dispatches').deleteMany({ _id: { $in: campaigns } });
    await dispatcher.collection('batches').deleteMany({ campaign: { $in: campaigns } });
  }
}

function isSpecial({ environment }: Trial): boolean {
  return environment !== undefined;
}

/** What the checker said, or that something did not come about. */
function wrongBy(error: unknown): readonly string[] {
  if (error instanceof Violations) return error.violations;
  return [error instanceof Error ? error.message : String(error)];
}
