import { EventEmitter } from 'node:events';
import { Logger } from './logger';
import { limitShutdown } from './shutdown-limit';

describe('the limit of a shutdown', () => {
  let exits: number[];
  let running: EventEmitter & { exit(code: number): void };

  beforeEach(() => {
    jest.useFakeTimers();
    exits = [];
    running = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
    limitShutdown(Logger.create('test', 'silent'), running);
  });
  afterEach(() => jest.useRealTimers());

  it.each(['SIGTERM', 'SIGINT'])(
    'ends a process that hangs after %s before the platform kills it',
    (signal) => {
      running.emit(signal);
      jest.advanceTimersByTime(27_000);
      expect(exits).toEqual([]);
      jest.advanceTimersByTime(2_000);
      expect(exits).toEqual([1]);
    },
  );

  it('does nothing before a signal arrives', () => {
    jest.advanceTimersByTime(600_000);
    expect(exits).toEqual([]);
  });
});
