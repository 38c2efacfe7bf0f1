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
  const isTried = (sender: string): boolean =>
    failovers.some((each) => each.run === run && each.sender === sender && each.isTried);
  return pool.find((sender) => !isTried(sender));
}

/** Whether a sender has refused the message permanently in a run. */
export function hasRefused(sender: string, failovers: readonly Failover[], run: number): boolean {
  return failovers.some((each) => each.run === run && each.sender === sender && each.permanent);
}
