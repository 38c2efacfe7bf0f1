import { pauseAfter } from './retry-schedule';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noJitter = (): number => 0.5;

it('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, and 14 h, then stops', () => {
  const pauses = Array.from({ length: 8 }, (_, failures) => pauseAfter(failures + 1, null, noJitter));
  expect(pauses).toEqual([5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, null]);
});

it('varies each pause by a fifth, but is never earlier than the endpoint requests', () => {
  const [shortest, longest] = [(): number => 0, (): number => 1];
  expect([pauseAfter(1, null, shortest), pauseAfter(1, null, longest)]).toEqual([4_000, 6_000]);
  expect([pauseAfter(7, null, shortest), pauseAfter(7, null, longest)]).toEqual([11.2 * HOUR, 16.8 * HOUR]);
  expect(pauseAfter(1, 5_000, shortest)).toBe(5_000);
});

it('waits as long as the endpoint requests, but at most a day and at least the scheduled pause', () => {
  expect(pauseAfter(1, 90_000)).toBe(90_000);
  expect(pauseAfter(2, 1_000, noJitter)).toBe(5 * MINUTE);
  expect(pauseAfter(1, 90 * 24 * HOUR)).toBe(24 * HOUR);
  expect(pauseAfter(8, 1_000)).toBeNull();
});
