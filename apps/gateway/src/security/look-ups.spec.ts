import { lookUps } from './look-ups';

describe('lookups of unknown names', () => {
  afterEach(() => jest.useRealTimers());

  it('are combined into one request per moment, with each name once', async () => {
    const requests: string[][] = [];
    const found = lookUps((names) => {
      requests.push(names);
      return Promise.resolve(new Map([['b', 'found']]));
    });
    const answers = ['a', 'b', 'b', 'c'].map((name) => found.add(name));
    expect(await Promise.all(answers)).toEqual([null, 'found', 'found', null]);
    expect(requests).toEqual([['a', 'b', 'c']]);
  });

  it('pause between requests', async () => {
    jest.useFakeTimers();
    const requests: string[][] = [];
    const found = lookUps((names) => {
      requests.push(names);
      return Promise.resolve(new Map<string, string>());
    });
    void found.add('a');
    await jest.advanceTimersByTimeAsync(1);
    void found.add('b');
    await jest.advanceTimersByTimeAsync(50);
    void found.add('c');
    expect(requests).toEqual([['a']]);
    await jest.advanceTimersByTimeAsync(100);
    expect(requests).toEqual([['a'], ['b', 'c']]);
  });
});
