import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream';

/** A response whose client reads only when the test requests it. */
class Held extends EventEmitter {
  readonly written: string[] = [];
  readonly writeHead = jest.fn();
  writableEnded = false;
  destroyed = false;
  private taken: (() => void)[] = [];

  write(text: string, taken: () => void): boolean {
    this.written.push(text);
    this.taken.push(taken);
    return false;
  }

  take(): void {
    for (const taken of this.taken.splice(0)) taken();
  }

  end(): void {
    this.writableEnded = true;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

let response: Held;
let stream: EventStream;
beforeEach(() => {
  jest.useFakeTimers();
  response = new Held();
  const options = { everyMs: 1_000, heartbeatMs: 15_000, stallMs: 30_000 };
  stream = new EventStream(response as unknown as ServerResponse, options);
  stream.open({ 'x-request-id': 'a' });
  response.take();
});
afterEach(() => jest.useRealTimers());

const sent = (): string[] => response.written.slice(1);
const event = (n: number): string => `event: report\ndata: {"n":${n}}\n\n`;

describe('a stream of events', () => {
  it('begins with its headers and the time to reconnect', () => {
    expect(response.writeHead).toHaveBeenCalledWith(
      200,
      expect.objectContaining({ 'x-request-id': 'a', 'content-type': 'text/event-stream' }),
    );
    expect(response.written).toEqual(['retry: 5000\n\n']);
  });

  it('sends the first event immediately, and then the newest event of each second', () => {
    for (const n of [1, 2, 3]) {
      stream.send('report', { n });
      response.take();
    }
    expect(sent()).toEqual([event(1)]);
    jest.advanceTimersByTime(999);
    expect(sent()).toEqual([event(1)]);
    jest.advanceTimersByTime(1);
    expect(sent()).toEqual([event(1), event(3)]);
  });

  it('keeps only the newest event for a client that has not read the previous one', () => {
    stream.send('report', { n: 1 });
    for (const n of [2, 3, 4]) {
      jest.advanceTimersByTime(2_000);
      stream.send('report', { n });
      stream.comment('unheard');
    }
    expect(sent()).toEqual([event(1)]);
    response.take();
    expect(sent()).toEqual([event(1), event(4)]);
  });

  it('cuts off a client that reads nothing for thirty seconds', () => {
    stream.send('report', { n: 1 });
    jest.advanceTimersByTime(29_999);
    expect(response.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(response.destroyed).toBe(true);
  });

  it('sends a comment every fifteen seconds, unless there are events', () => {
    jest.advanceTimersByTime(10_000);
    stream.send('report', { n: 1 });
    response.take();
    jest.advanceTimersByTime(14_999);
    expect(sent()).toEqual([event(1)]);
    jest.advanceTimersByTime(1);
    response.take();
    jest.advanceTimersByTime(15_000);
    expect(sent()).toEqual([event(1), ': still here\n\n', ': still here\n\n']);
  });

  it('ends when the last event has been sent', () => {
    stream.send('report', { n: 1 });
    stream.send('report', { n: 2 });
    stream.end();
    response.take();
    expect(response.writableEnded).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(sent()).toEqual([event(1), event(2)]);
    response.take();
    expect([response.writableEnded, response.destroyed]).toEqual([true, false]);
  });

  it('ends properly when it is cut if the client has read everything, and aborts otherwise', () => {
    stream.send('report', { n: 1 });
    response.take();
    stream.send('report', { n: 2 });
    stream.cut();
    expect([response.writableEnded, response.destroyed, sent()]).toEqual([true, false, [event(1)]]);
    const behind = new Held();
    const other = new EventStream(behind as unknown as ServerResponse, {
      everyMs: 1_000,
      heartbeatMs: 15_000,
      stallMs: 30_000,
    });
    other.open({});
    other.cut();
    expect([behind.writableEnded, behind.destroyed]).toEqual([false, true]);
  });

  it('leaves no timer behind', () => {
    stream.send('report', { n: 1 });
    response.take();
    stream.send('report', { n: 2 });
    response.destroy();
    expect(jest.getTimerCount()).toBe(0);
  });
});
