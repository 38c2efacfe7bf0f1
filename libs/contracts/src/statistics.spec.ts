import { dayIn, offsetsIn } from './statistics';

const HOUR_MS = 3_600_000;

describe('the offsets of a time zone', () => {
  const hoursIn = (timeZone: string, since: string, until: string) =>
    offsetsIn(timeZone, new Date(since), new Date(until)).map(({ from, aheadMs }) => [
      from.toISOString(),
      aheadMs / HOUR_MS,
    ]);

  it('begin with the period, and change when clocks change', () => {
    expect(hoursIn('Europe/Berlin', '2026-01-01T10:07:00.000Z', '2026-12-01T00:00:00.000Z')).toEqual([
      ['2026-01-01T10:07:00.000Z', 1],
      ['2026-03-29T01:00:00.000Z', 2],
      ['2026-10-25T01:00:00.000Z', 1],
    ]);
    expect(hoursIn('UTC', '2026-01-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z')).toEqual([
      ['2026-01-01T00:00:00.000Z', 0],
    ]);
    // Clocks in Samoa skipped a day.
    expect(hoursIn('Pacific/Apia', '2011-12-29T00:00:00.000Z', '2012-01-02T00:00:00.000Z')).toEqual([
      ['2011-12-29T00:00:00.000Z', -10],
      ['2011-12-30T10:00:00.000Z', 14],
    ]);
  });

  it.each([
    ...['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca'],
    ...['Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Santiago', 'Antarctica/Troll'],
  ])('lead to the days of %s', (timeZone) => {
    const since = Date.parse('2025-02-01T03:33:00.000Z');
    const until = since + 366 * 24 * HOUR_MS;
    const offsets = offsetsIn(timeZone, new Date(since), new Date(until));
    const dayOf = dayIn(timeZone);
    for (let at = since; at < until; at += HOUR_MS / 4) {
      const ahead = offsets.findLast(({ from }) => from.getTime() <= at)?.aheadMs ?? NaN;
      const day = new Date(at + ahead).toISOString().slice(0, '2025-02-01'.length);
      if (day !== dayOf(new Date(at))) expect([new Date(at), day]).toEqual([at, dayOf(new Date(at))]);
    }
    expect(offsets.length).toBeLessThan(10);
  });

  it('are unknown for unknown time zones', () => {
    expect(() => offsetsIn('Mars/Olympus', new Date(0), new Date())).toThrow(RangeError);
  });
});
