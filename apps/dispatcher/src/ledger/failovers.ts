import type { Failover } from './batch';

/** Adds a refusal, which replaces the sender's previous refusal in the same run. */
export function withRefusal(
  failovers: readonly Failover[],
  refusal: Omit<Failover, 'isTried'>,
): readonly Failover[] {
  const others = failovers.filter(({ run, sender }) => run !== refusal.run || sender !== refusal.sender);
  return [...others, { ...refusal, isTried: true }];
}

/** The refusals at the start of another round: senders that refused the message temporarily can get it again. */
export function startedOver(failovers: readonly Failover[], run: number): readonly Failover[] {
  return failovers.map((each) => (each.run === run ? { ...each, isTried: each.permanent } : each));
}

/** The first sender of a pool that has not been tried in this round and run. */
export function untriedSender(
  pool: readonly string[],
  failovers: readonly Failover[],
  run: number,
): string | undefined {
  return pool.find((sender) => refusalOf(sender, failovers, run)?.isTried !== true);
}

/** Whether a sender has refused the message permanently in a run. */
export function hasRefused(sender: string, failovers: readonly Failover[], run: number): boolean {
  return refusalOf(sender, failovers, run)?.permanent === true;
}

function refusalOf(sender: string, failovers: readonly Failover[], run: number): Failover | undefined {
  return failovers.find((each) => each.run === run && each.sender === sender);
}
