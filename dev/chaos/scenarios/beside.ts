import { everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { type Sender, byMail } from '../driver/sender';
import type { Scenario } from '../run/play';

/** The campaign of the user who is not attacked; the short form has smaller ones. */
const PEOPLE = 1_000;
/** How much longer it may take during the attack. */
const SLOWER = 2;
/** A shorter time counts as this: what is shorter is measured badly (seconds). */
const LEAST_S = 3;

/** Goes on until the signal is aborted, and ends when nothing is left of it. Calls `begun` when it has its full force. */
export type Attack = (attacker: Sender, over: AbortSignal, begun: () => void) => Promise<void>;

/** Prepares an attack, and returns it. */
export type Arrange = (attacker: Sender, fixture: Fixture) => Promise<Attack>;

/** A campaign that has ended, and how long it took until everybody was served (seconds). */
export interface Served {
  mailing: Mailing;
  seconds: number;
}

interface Options {
  short?: true;
  /** Prepares the campaigns of the user who is not attacked; absent: they are served when all mails were taken. */
  prepare?: (fixture: Fixture) => Promise<Serve>;
  /** In place of LEAST_S (seconds). */
  leastS?: number;
}

/** Publishes a campaign, and resolves when it is served. */
export type Serve = () => Promise<Served>;

/**
 * Another user's campaign takes no longer than twice its time while the attack goes on. Its time alone is the longer one of two,
 * before and after the attack, so that a machine that is busy with other work in the meantime fails nothing.
 */
export function beside(
  name: string,
  arrange: Arrange,
  { short, prepare, leastS = LEAST_S }: Options = {},
): Scenario {
  return {
    name: `a campaign beside ${name}`,
    ...(short && { short }),
    play: async (fixture) => {
      const attacker = await fixture.another();
      const attack = await arrange(attacker, fixture);
      const serve = prepare ? await prepare(fixture) : () => serveAll(fixture);
      const before = await serve();
      const beside = await during(attack, attacker, serve);
      const after = await serve();
      for (const { mailing } of [before, beside, after]) await mailing.examine(everybodyForSure);
      const alone = Math.max(before.seconds, after.seconds);
      if (beside.seconds <= Math.max(alone, leastS) * SLOWER) return;
      const times = [beside.seconds, before.seconds, after.seconds].map((seconds) => seconds.toFixed(1));
      throw new Error(
        `It took ${times[0]} s beside the attack, ${times[1]} s before and ${times[2]} s after it`,
      );
    },
  };
}

async function during(attack: Attack, attacker: Sender, serve: Serve): Promise<Served> {
  const over = new AbortController();
  const begun = Promise.withResolvers<undefined>();
  const attacking = attack(attacker, over.signal, () => begun.resolve(undefined));
  try {
    await Promise.race([begun.promise, attacking]);
    return await serve();
  } finally {
    over.abort();
    await attacking;
  }
}

export async function serveAll(fixture: Fixture): Promise<Served> {
  const people = byMail(Math.min(PEOPLE, fixture.size));
  const group = await fixture.sender.group(people);
  const begin = performance.now();
  const mailing = await fixture.publish([group], people);
  await mailing.reaches(people.length, 120);
  const seconds = (performance.now() - begin) / 1_000;
  await mailing.ends();
  return { mailing, seconds };
}

/** Repeats `act`, so many at once; what the API refuses is part of the attack. */
export function hammering(atOnce: number, act: (n: number) => Promise<unknown>): Attack {
  return async (_, over, begun) => {
    let n = 0;
    const one = async (): Promise<void> => {
      while (!over.aborted) await act(n++).catch(() => undefined);
    };
    begun();
    await Promise.all(Array.from({ length: atOnce }, one));
  };
}
