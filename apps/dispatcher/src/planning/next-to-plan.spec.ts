import { nextToPlan } from './plan-page';
import type { Waiting } from '../dispatch/dispatch';

const at = (campaign: string, user: string, second: number, busy = false): Waiting => ({
  campaign,
  user,
  lastStepAt: new Date(second * 1000),
  busy,
});

describe('the next campaign to plan', () => {
  it('is undefined if no campaign waits', () => {
    expect(nextToPlan([])).toBeUndefined();
  });

  it('is one that was never planned, before one in progress', () => {
    expect(nextToPlan([at('big', 'a', 100), at('small', 'b', 0)])?.campaign).toBe('small');
  });

  it('belongs to the user planned least recently, however many campaigns another user adds', () => {
    const many = Array.from({ length: 10 }, (_, n) => at(`a${n}`, 'a', n === 0 ? 100 : 0));
    expect(nextToPlan([...many, at('b', 'b', 90)])?.campaign).toBe('b');
  });

  it('alternates between the campaigns of one user', () => {
    expect(nextToPlan([at('first', 'a', 20), at('second', 'a', 10)])?.campaign).toBe('second');
  });

  it('is not one that another planner has claimed', () => {
    expect(nextToPlan([at('first', 'a', 10, true), at('second', 'a', 20)])?.campaign).toBe('second');
    expect(nextToPlan([at('only', 'a', 10, true)])).toBeUndefined();
  });

  it('belongs to another user while a planner works for this one', () => {
    const waiting = [at('a1', 'a', 0, true), at('a2', 'a', 0), at('b', 'b', 90)];
    expect(nextToPlan(waiting)?.campaign).toBe('b');
  });
});
