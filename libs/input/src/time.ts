/** RFC 3339, with capital letters and without leap seconds. */
const timeForm =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The time in UTC with milliseconds; undefined if it is invalid. */
export function readTime(typed: string): string | undefined {
  const day = timeForm.exec(typed)?.[1];
  if (day === undefined || !isDay(day)) return undefined;
  const read = new Date(typed).toISOString();
  // A year of four digits with an offset can become one of more digits.
  return /^\d{4}-/.test(read) ? read : undefined;
}

/** Date reads the 30th of February as a day in March. */
function isDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}
