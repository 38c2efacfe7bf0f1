import { BackgroundLoop, type RoundEnd } from './background-loop';
import { Logger } from './logger';
import { noteActivity } from './quiet';

describe('a background loop', () => {
  const round = jest.fn<Promise<RoundEnd>, []>();
  const log = Logger.create('dispatcher', 'silent');
  const info = jest.spyOn(log, 'info');
  const warn = jest.spyOn(log, 'warn');
  let loop: BackgroundLoop;

  beforeEach(() => {
    jest.useFakeTimers();
    jest.clearAllMocks();
    round.mockReset().mockResolvedValue(false);
    loop = new BackgroundLoop({ name: 'planning', everyMs: 1_000, round, log, random: () => 0.5 });
  });

  afterEach(async () => {
    await loop.stop();
    jest.useRealTimers();
  });

  const passes = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  async function expectNextAfter(pause: number): Promise<void> {
    await passes(pause - 1);
    expect(round).not.toHaveBeenCalled();
    await passes(1);
    expect(round).toHaveBeenCalledTimes(1);
  }

  /** A round that lasts until the returned function is called. */
  function lastingRound(): (more: boolean) => void {
    let end: (more: boolean) => void = () => undefined;
    round.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    return (more) => end(more);
  }

  it('starts at once and repeats at its interval', async () => {
    loop.start();
    await passes(0);
    expect(round).toHaveBeenCalledTimes(1);
    await passes(3_000);
    expect(round).toHaveBeenCalledTimes(4);
  });

  it('continues without a pause while there is more to do', async () => {
    round.mockResolvedValueOnce(true).mockResolvedValueOnce(true);
    loop.start();
    await passes(0);
    expect(round).toHaveBeenCalledTimes(3);
  });

  it('never overlaps rounds, and runs one more for any number of nudges during a round', async () => {
    const end = lastingRound();
    loop.start();
    loop.nudge();
    loop.nudge();
    await passes(10_000);
    expect(round).toHaveBeenCalledTimes(1);
    end(false);
    await passes(0);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('starts a round at once when nudged', async () => {
    loop.start();
    await passes(500);
    loop.nudge();
    await passes(0);
    expect(round).toHaveBeenCalledTimes(2);
    await passes(999);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('combines all nudges within its minimum pause into one round', async () => {
    loop = new BackgroundLoop({ name: 'releasing', everyMs: 1_000, leastMs: 50, round, log });
    loop.start();
    await passes(0);
    for (let nudges = 0; nudges < 5; nudges++) {
      loop.nudge();
      await passes(9);
    }
    expect(round).toHaveBeenCalledTimes(1);
    await passes(5);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('doubles its first minimum pause with each round in a row, and begins again after a longer pause', async () => {
    const pace = { everyMs: 1_000, leastMs: 50, firstLeastMs: 10 };
    loop = new BackgroundLoop({ name: 'releasing', ...pace, round, log });
    loop.start();
    await passes(0);
    for (const pauses of [
      [10, 20, 40, 50, 50],
      [10, 20],
    ]) {
      for (const pause of pauses) {
        round.mockClear();
        loop.nudge();
        await expectNextAfter(pause);
      }
      await passes(60);
      loop.nudge();
      await passes(0);
    }
  });

  it('keeps its minimum pause after a nudged round, and skips it after a longer pause', async () => {
    loop = new BackgroundLoop({ name: 'releasing', everyMs: 1_000, leastMs: 50, round, log });
    const end = lastingRound();
    loop.start();
    loop.nudge();
    end(false);
    await passes(49);
    expect(round).toHaveBeenCalledTimes(1);
    await passes(1);
    expect(round).toHaveBeenCalledTimes(2);
    await passes(60);
    loop.nudge();
    await passes(0);
    expect(round).toHaveBeenCalledTimes(3);
  });

  it('doubles its pause with each idle round in a row, up to a limit', async () => {
    loop = new BackgroundLoop({ name: 'publishing', everyMs: 500, idleMs: 1_500, round, log });
    round.mockResolvedValue('idle');
    loop.start();
    await passes(0);
    for (const pause of [500, 1_000, 1_500, 1_500]) {
      round.mockClear();
      await expectNextAfter(pause);
    }
  });

  it('has its usual pause again after a round that found something, and a nudge ends the longer one', async () => {
    loop = new BackgroundLoop({ name: 'publishing', everyMs: 500, idleMs: 4_000, round, log });
    round.mockResolvedValue('idle');
    loop.start();
    await passes(500 + 1_000 + 2_000);
    round.mockClear().mockResolvedValueOnce(false);
    loop.nudge();
    await passes(500);
    expect(round).toHaveBeenCalledTimes(2);
    await passes(500);
    expect(round).toHaveBeenCalledTimes(3);
  });

  it('doubles its pause after each failure up to five seconds, nudged or not', async () => {
    round.mockRejectedValue(new Error('the database is away'));
    loop.start();
    await passes(0);
    for (const pause of [2_000, 4_000, 5_000, 5_000]) {
      round.mockClear();
      loop.nudge();
      await expectNextAfter(pause);
    }
  });

  it('logs once when it begins to fail and once when it works again', async () => {
    round.mockRejectedValue(new Error('the database is away'));
    loop.start();
    await passes(60_000);
    expect(warn).toHaveBeenCalledTimes(1);
    round.mockResolvedValue(false);
    await passes(60_000);
    expect(info).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('keeps a long interval when it fails', async () => {
    loop = new BackgroundLoop({ name: 'retiring', everyMs: 60_000, round, log, random: () => 0.5 });
    round.mockRejectedValue(new Error('the database is away'));
    loop.start();
    await passes(59_999);
    expect(round).toHaveBeenCalledTimes(1);
    await passes(1);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a fifth shorter', 0, 48_000],
    ['a fifth longer', 1, 72_000],
  ])('varies the pause after a failure: %s', async (_, random, pause) => {
    loop = new BackgroundLoop({ name: 'retiring', everyMs: 60_000, round, log, random: () => random });
    round.mockRejectedValue(new Error('the database is away'));
    loop.start();
    await passes(0);
    round.mockClear();
    await expectNextAfter(pause);
  });

  it('stops after the round in progress', async () => {
    const end = lastingRound();
    loop.start();
    let stopped = false;
    const stop = loop.stop().then(() => (stopped = true));
    await passes(1_000);
    expect(stopped).toBe(false);
    end(true);
    await stop;
    await passes(10_000);
    expect(round).toHaveBeenCalledTimes(1);
  });

  it('runs a requested round before it stops, and no round afterward', async () => {
    loop.start();
    await passes(0);
    loop.nudge();
    await loop.stop();
    expect(round).toHaveBeenCalledTimes(2);
    loop.nudge();
    await passes(10_000);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('stops without waiting for its minimum pause', async () => {
    loop = new BackgroundLoop({ name: 'releasing', everyMs: 1_000, leastMs: 500, round, log });
    loop.start();
    await passes(0);
    loop.nudge();
    await loop.stop();
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('stops without waiting for its interval, even while it fails', async () => {
    round.mockRejectedValue(new Error('the database is away'));
    loop.start();
    await passes(0);
    await loop.stop();
    expect(round).toHaveBeenCalledTimes(1);
  });

  describe('in a quiet process', () => {
    beforeEach(async () => {
      noteActivity();
      round.mockResolvedValue('idle');
      const pace = { everyMs: 1_000, idleMs: 2_000, quietMs: 30_000 };
      loop = new BackgroundLoop({ name: 'relaying', ...pace, round, log });
      loop.start();
      await passes(60_000);
      round.mockClear();
    });

    it('rests longer than while messages arrive', async () => {
      await passes(60_000);
      expect(round).toHaveBeenCalledTimes(2);
    });

    it('looks soon after a message, and as often as usual from then on', async () => {
      noteActivity();
      await passes(1_999);
      expect(round).not.toHaveBeenCalled();
      await passes(1);
      expect(round).toHaveBeenCalledTimes(1);
      for (let seconds = 0; seconds < 20; seconds += 2) {
        noteActivity();
        await passes(2_000);
      }
      expect(round).toHaveBeenCalledTimes(11);
    });

    it('looks at once when nudged', async () => {
      loop.nudge();
      await passes(0);
      expect(round).toHaveBeenCalledTimes(1);
    });
  });
});
