import type { Environment } from '@carillon/local-services';
import { ObjectId } from 'mongodb';
import { Fixture } from '../driver/fixture';
import { type Mailing, Violations } from '../driver/mailing';
import type { Fleet } from '../rig/fleet';
import type { Rig } from '../rig/rig';
import type { Experiment, Judge } from './experiments';
import type { Proof } from './proofs';

/** The result of one run of an experiment. */
export interface Finding {
  violations: readonly string[];
  seconds: number;
}

interface Run extends Finding {
  /** The time until the end of the campaign, or the time for which the run waited (milliseconds). */
  waitedMs: number;
}

/** The time limit of a campaign (milliseconds). */
const LONG_MS = 90_000;
/** The minimum time to wait for a campaign that does not end (milliseconds). */
const SHORTEST_MS = 5_000;

/** Runs each experiment once with the unchanged system, and then with mutants. */
export class Proving {
  private readonly controlRuns = new Map<Experiment, Promise<Run>>();
  private readonly restarter: Restarter;

  constructor(private readonly rig: Rig) {
    this.restarter = new Restarter(rig.parts.fleet);
  }

  /** The result with the unchanged system. */
  control({ experiment }: Proof): Promise<Finding> {
    return this.controlRun(experiment);
  }

  /** Runs the experiments of several proofs with the unchanged system, in an order with few restarts. */
  async controls(proofs: readonly Proof[]): Promise<void> {
    const plainFirst = (a: Experiment, b: Experiment): number => Number(isSpecial(a)) - Number(isSpecial(b));
    for (const experiment of proofs.map((proof) => proof.experiment).sort(plainFirst))
      await this.controlRun(experiment);
  }

  /** The result with the mutant. */
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

  private async run(experiment: Experiment, environments: Environments, waitMs: number): Promise<Run> {
    const begin = performance.now();
    await this.restarter.apply(environments);
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
      return { waitedMs, violations: violationsOf(error) };
    } finally {
      await fixture.clear();
      await this.forget(fixture.mailings);
    }
  }

  /** Deletes the unfinished work of a mutant, so that it does not disturb the next experiment. */
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

/** The violations, or the message of another error. */
function violationsOf(error: unknown): readonly string[] {
  if (error instanceof Violations) return error.violations;
  return [error instanceof Error ? error.message : String(error)];
}

/** Additional environment variables, by service. */
export type Environments = Readonly<Record<string, Environment>>;

/** Restarts services whose additional environment changes. Leaves the other services running. */
export class Restarter {
  private readonly current = new Map<string, string>();

  constructor(private readonly fleet: Fleet) {}

  async apply(environments: Environments): Promise<void> {
    const services = new Set(this.fleet.copies.map(({ service }) => service));
    await Promise.all([...services].map((service) => this.change(service, environments[service] ?? {})));
  }

  private async change(service: string, environment: Environment): Promise<void> {
    const wanted = JSON.stringify(environment);
    if (wanted === (this.current.get(service) ?? '{}')) return;
    this.current.set(service, wanted);
    await Promise.all(
      this.fleet.of(service).map(async (copy) => {
        copy.configure(environment);
        await copy.down('SIGTERM');
        await copy.start();
      }),
    );
  }
}
