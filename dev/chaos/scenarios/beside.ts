import { everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { type Sender, byMail } from '../driver/sender';
import type { Scenario } from '../run/play';

/** The size of the other user's campaign; smaller in the short form. */
const PEOPLE = 1_000;
/** How much longer it may take during the attack. */
const SLOWER = 2;
/** A shorter time counts as this, because it cannot be measured well (seconds). */
const LEAST_S = 3;

/** Runs until the signal is aborted, and ends when its work is done. Calls `begun` when it has its full force. */
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
  /** Prepares the other user's campaigns; absent: they are served when all emails are accepted. */
  prepare?: (fixture: Fixture) => Promise<Serve>;
  /** In place of LEAST_S (seconds). */
  leastS?: number;
}

/** Publishes a campaign, and resolves when it is served. */
export type Serve = () => Promise<Served>;

/**
 * During the attack, another user's campaign takes at most twice as long as without it. The baseline is the longer of
 * two measurements, before and after the attack, so that other work on the machine causes no failure.
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

/** Repeats `act`, several at the same time; refusals by the API are part of the attack. */
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
