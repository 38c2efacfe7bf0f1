/** The latest saves of this browser, in all its tabs. */
const KEPT = 'carillon.saves';
const MOST = 50;

interface Save {
  _id: string;
  updatedAt: string;
}

function saves(): Save[] {
  return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as Save[];
}

/** Records that this browser has saved a campaign, so that another tab of it recognizes the change. */
export function noteSave({ _id, updatedAt }: Save): void {
  const others = saves().filter((each) => each._id !== _id);
  localStorage.setItem(KEPT, JSON.stringify([{ _id, updatedAt }, ...others].slice(0, MOST)));
}

/** Whether this version of a campaign was saved by this browser, in this or another tab. */
export function isOwnSave({ _id, updatedAt }: Save): boolean {
  return saves().some((each) => each._id === _id && each.updatedAt === updatedAt);
}
