import { Workforce } from './workforce';

describe('who works', () => {
  let workforce: Workforce;
  beforeEach(() => {
    jest.useFakeTimers();
    workforce = new Workforce();
  });
  afterEach(() => jest.useRealTimers());

  const present = (holder: string, hands: number): void =>
    workforce.heard({ holder, channel: 'EMAIL', hands });

  it('is everybody who was heard of lately, in their own channel', () => {
    present('a', 16);
    present('b', 4);
    present('b', 5);
    workforce.heard({ holder: 'c', channel: 'SMS', hands: 3 });
    expect([workforce.capacity('EMAIL'), workforce.capacity('SMS'), workforce.capacity('WHATSAPP')]).toEqual([
      21, 3, 0,
    ]);
  });

  it('is not who has left', () => {
    present('a', 16);
    present('b', 16);
    present('a', 0);
    expect(workforce.capacity('EMAIL')).toBe(16);
    expect([workforce.isPresent('a'), workforce.isPresent('b')]).toEqual([false, true]);
  });

  it('is lost when nothing is heard of it any more, though it said before that it leaves', () => {
    present('a', 16);
    present('a', 0);
    jest.advanceTimersByTime(11_000);
    present('b', 16);
    const lost = (): boolean[] => ['a', 'b', 'never heard of'].map((holder) => workforce.isLost(holder));
    expect(lost()).toEqual([false, false, false]);
    jest.advanceTimersByTime(2_000);
    expect(lost()).toEqual([true, false, true]);
  });

  it('is not who was silent for too long', () => {
    present('a', 16);
    jest.advanceTimersByTime(9_000);
    present('b', 16);
    jest.advanceTimersByTime(4_000);
    expect([workforce.isPresent('a'), workforce.isPresent('b')]).toEqual([false, true]);
    expect(workforce.capacity('EMAIL')).toBe(16);
  });

  it('is known to be nobody only after a while, and since then when the last one was heard', () => {
    jest.advanceTimersByTime(5_000);
    expect(workforce.absentForMs('EMAIL')).toBeNull();
    jest.advanceTimersByTime(8_000);
    expect(workforce.absentForMs('EMAIL')).toBe(13_000);
    present('a', 16);
    expect(workforce.absentForMs('EMAIL')).toBeNull();
    present('a', 0);
    jest.advanceTimersByTime(2_000);
    expect(workforce.absentForMs('EMAIL')).toBe(2_000);
  });
});
