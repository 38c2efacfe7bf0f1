import type { Waiting } from '../dispatches/dispatch';

/**
 * Whose page is planned next: the user who was planned least recently, and of that user the campaign that was. So ten
 * plans of a million people make the plan of another user's ten wait for one page. What others are planning at the moment
 * is not to be had, but counts for its user.
 */
export function nextToPlan(waiting: readonly Waiting[]): Waiting | undefined {
  const lastOfUser = new Map<string, number>();
  for (const { user, lastStepAt, busy } of waiting) {
    const at = busy ? Infinity : lastStepAt.getTime();
    lastOfUser.set(user, Math.max(lastOfUser.get(user) ?? 0, at));
  }
  const candidates = waiting.filter(({ busy }) => !busy);
  return candidates.reduce<Waiting | undefined>((best, candidate) => {
    if (!best) return candidate;
    const userA = lastOfUser.get(candidate.user) ?? 0;
    const userB = lastOfUser.get(best.user) ?? 0;
    const sooner = candidate.lastStepAt < best.lastStepAt;
    return userA < userB || (userA === userB && sooner) ? candidate : best;
  }, undefined);
}
