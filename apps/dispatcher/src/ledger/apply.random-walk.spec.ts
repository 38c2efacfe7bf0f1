import type { Channel, DeliveryState } from '@carillon/contracts';
import { dice } from '../../test/dice';
import type { AcceptedMessage } from '../../test/ledger-provider';
import { World } from '../../test/ledger-world';
import { hasArrived } from '../../test/soundness';
import { statesOf } from './tally';

const WALKS = 200;
const LONGEST = 3_000;

/** The differences between the provider's records and the ledger. */
function lies(world: World): string[] {
  const stateOf = statesOf(world.batch);
  return world.accepted.flatMap((taken, i) => [
    ...untruths(taken, stateOf(i)).map((untruth) => `${i}: ${untruth}`),
    ...repetitions(world, taken, i),
  ]);
}

function untruths(taken: readonly AcceptedMessage[], state: DeliveryState): string[] {
  const ends = new Set(taken.map(({ end }) => end));
  const arrived = ends.has('read') ? 'READ' : ends.has('arrived') ? 'DELIVERED' : null;
  if (arrived) return state === arrived ? [] : [`is ${arrived}, not ${state}`];
  if (taken.length === 0) return state === 'SENT' || hasArrived(state) ? ['was never sent'] : [];
  if (!ends.has('nothing')) return state === 'SENT' ? ['has failed, and is not SENT'] : [];
  return state === 'SENT' || state === 'UNCONFIRMED' ? [] : [`was sent, not ${state}`];
}

function repetitions(
  { batch, expiredFences, unknown, repeatable }: World,
  taken: readonly AcceptedMessage[],
  i: number,
): string[] {
  const isExcused = ({ fence, end }: AcceptedMessage): boolean =>
    expiredFences.has(fence) || unknown[i]?.has(fence) === true || end === 'failed';
  const again = batch.channel === 'EMAIL' || repeatable.has(i);
  return [
    ...(taken.slice(0, -1).every(isExcused) ? [] : [`${i} was sent twice without a doubt`]),
    ...(taken.length > 1 && !again ? [`${i} was sent twice by ${batch.channel}`] : []),
  ];
}

describe.each<[Channel, string, boolean]>([
  ['EMAIL', 'with up to three runs', false],
  ['SMS', 'with up to three runs', false],
  ['EMAIL', 'with a cancellation', true],
  ['SMS', 'with a cancellation', true],
])('a batch of %s, %s, after random facts', (channel, _, mayBeCancelled) => {
  it('agrees with the provider at the end', () => {
    for (let seed = 1; seed <= WALKS; seed++) {
      const world = new World(channel, dice(seed), mayBeCancelled);
      for (let steps = 0; !world.over && steps < LONGEST; steps++) world.step();
      expect({ seed, over: world.over, lies: lies(world) }).toEqual({ seed, over: true, lies: [] });
    }
  });
});
