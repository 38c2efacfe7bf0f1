import { untilTrue } from '../../../test/until-true';
import { Timetable } from './timetable';

describe('a timetable', () => {
  const due: string[] = [];
  const timetable = new Timetable<string>((items) => due.push(...items));
  afterAll(() => timetable.close());

  it('tells of everything in the order of its time, never early', async () => {
    const begin = performance.now();
    timetable.add('later', 150);
    timetable.add('soon', 0);
    timetable.add('sooner than later', 75);
    expect(await untilTrue(() => due.length === 3, 2_000)).toBe(true);
    expect(due).toEqual(['soon', 'sooner than later', 'later']);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(150);
  });

  it('tells of nothing once it is closed', async () => {
    due.length = 0;
    timetable.add('never', 50);
    timetable.close();
    expect(await untilTrue(() => due.length > 0, 200)).toBe(false);
  });
});
