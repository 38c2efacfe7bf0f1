/** A month: its year, and its number from 1. */
export interface Month {
  year: number;
  month: number;
}

/** Reads `2026-03`. Other texts mean the month of `now`. */
export function monthIn(text: string | undefined, now: Date): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year === undefined || month === undefined)
    return { year: now.getFullYear(), month: now.getMonth() + 1 };
  return { year: Number(year), month: Number(month) };
}

export function nameOf({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The month that begins this number of months later. */
export function monthsLater({ year, month }: Month, count: number): Month {
  const date = new Date(year, month - 1 + count, 1);
  return { year: date.getFullYear(), month: date.getMonth() + 1 };
}

/** The weeks that contain the month, each with seven days, in the time zone of the browser. */
export function weeksOf({ year, month }: Month, firstWeekday: number): Date[][] {
  const before = (new Date(year, month - 1, 1).getDay() - firstWeekday + 7) % 7;
  const weeks: Date[][] = [];
  for (let day = 1 - before; day <= new Date(year, month, 0).getDate(); day += 7)
    weeks.push(Array.from({ length: 7 }, (_, n) => new Date(year, month - 1, day + n)));
  return weeks;
}

/** `2026-03-01` in the time zone of the browser. */
export function dayOf(date: Date): string {
  const month = { year: date.getFullYear(), month: date.getMonth() + 1 };
  return `${nameOf(month)}-${String(date.getDate()).padStart(2, '0')}`;
}

/** How far ahead campaigns can be planned (days). */
const AHEAD = 365;

/** Whether a campaign can be planned for a day: it is after today, and not too far ahead. */
export function isPlannable(day: Date, now: Date): boolean {
  const last = new Date(now.getFullYear(), now.getMonth(), now.getDate() + AHEAD);
  return dayOf(day) > dayOf(now) && dayOf(day) <= dayOf(last);
}

/** The days of a month. */
export function daysOf({ year, month }: Month): Date[] {
  const count = new Date(year, month, 0).getDate();
  return Array.from({ length: count }, (_, n) => new Date(year, month - 1, n + 1));
}

/** Locales of older browsers don't know the first day of the week. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The first day of the week: 0 is Sunday, and 1 is Monday. */
export function firstWeekdayOf(locale: string): number {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as WeekLocale;
  const info = getWeekInfo ? getWeekInfo.call(new Intl.Locale(locale)) : weekInfo;
  return (info?.firstDay ?? 1) % 7;
}
