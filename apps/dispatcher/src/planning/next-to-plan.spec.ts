import type { Plannable } from '../dispatches/dispatches';
import { nextToPlan } from './next-to-plan';

const at = (campaign: string, user: string, second: number): Plannable => ({
  campaign,
  user,
  lastStepAt: new Date(second * 1000),
});

describe('the next campaign to plan', () => {
  it('is nobody when there is none', () => {
    expect(nextToPlan([])).toBeUndefined();
  });

  it('is one that was never planned, before one in progress', () => {
    expect(nextToPlan([at('big', 'a', 100), at('small', 'b', 0)])?.campaign).toBe('small');
  });

  it('belongs to the user who was planned least recently, however many campaigns another user adds', () => {
    const many = Array.from({ length: 10 }, (_, n) => at(`a${n}`, 'a', n === 0 ? 100 : 0));
    expect(nextToPlan([...many, at('b', 'b', 90)])?.campaign).toBe('b');
  });

  it('takes turns among the campaigns of one user', () => {
    expect(nextToPlan([at('first', 'a', 20), at('second', 'a', 10)])?.campaign).toBe('second');
  });
});
