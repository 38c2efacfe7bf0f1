import type { Plannable } from '../dispatches/dispatches';

/**
 * Whose page is planned next: the user who was planned least recently, and of that user the campaign that was. So ten
 * plans of a million people make the plan of another user's ten wait for one page.
 */
export function nextToPlan(candidates: readonly Plannable[]): Plannable | undefined {
  const lastOfUser = new Map<string, number>();
  for (const { user, lastStepAt } of candidates) {
    lastOfUser.set(user, Math.max(lastOfUser.get(user) ?? 0, lastStepAt.getTime()));
  }
  const rank = ({ user, lastStepAt }: Plannable): [number, number] => [
    lastOfUser.get(user) ?? 0,
    lastStepAt.getTime(),
  ];
  return candidates.reduce<Plannable | undefined>((best, candidate) => {
    if (!best) return candidate;
    const [userA, stepA] = rank(candidate);
    const [userB, stepB] = rank(best);
    return userA < userB || (userA === userB && stepA < stepB) ? candidate : best;
  }, undefined);
}
