/** The names of groups that were deleted in this browser: campaigns keep the ids of their groups, which tell nobody anything. */
const KEPT = 'carillon.deleted-groups';
const MOST = 200;

type Named = readonly [id: string, name: string];

function deleted(): Named[] {
  return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as Named[];
}

export function noteDeletedGroup(id: string, name: string): void {
  localStorage.setItem(KEPT, JSON.stringify([[id, name], ...deleted()].slice(0, MOST)));
}

/** undefined: it was deleted elsewhere, or long ago. */
export function nameOfDeletedGroup(id: string): string | undefined {
  return deleted().find(([each]) => each === id)?.[1];
}
