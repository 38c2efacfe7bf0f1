import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Way, firstThatWorks } from './first-that-works';

const works = (name: string, storage: Way<string>['storage']): Way<string> => ({
  name,
  storage,
  start: () => Promise.resolve(name),
});
const fails = (name: string, storage: Way<string>['storage'], reason: string): Way<string> => ({
  name,
  storage,
  start: () => Promise.reject(new Error(reason)),
});
const freshDirectory = (): string => join(mkdtempSync(join(tmpdir(), 'ways-')), 'server');

describe('starting a server', () => {
  it('uses the first method that works', async () => {
    const ways = [fails('a', 'compose volume', 'no'), works('b', 'files'), works('c', 'files')];
    expect(await firstThatWorks('It', freshDirectory(), ways, '')).toBe('b');
  });

  it('names every method with its reason, and the possible solutions, when none works', async () => {
    const ways = [fails('Docker', 'compose volume', 'no engine'), fails('fetched', 'files', 'no pip')];
    await expect(firstThatWorks('It', freshDirectory(), ways, 'Install it.')).rejects.toThrow(
      'It could not be brought up:\n  - Docker: no engine\n  - fetched: no pip\nInstall it.',
    );
  });

  it('uses the method of the existing data, even if an earlier method works by now', async () => {
    const directory = freshDirectory();
    await firstThatWorks('It', directory, [fails('a', 'compose volume', 'off'), works('b', 'files')], '');

    const ways = [works('a', 'compose volume'), works('b', 'files')];
    expect(await firstThatWorks('It', directory, ways, '')).toBe('b');
  });

  it('does not start empty when the method of its data fails', async () => {
    const directory = freshDirectory();
    await firstThatWorks('It', directory, [works('a', 'compose volume')], '');

    const ways = [fails('a', 'compose volume', 'off'), works('b', 'files')];
    await expect(firstThatWorks('It', directory, ways, '')).rejects.toThrow(/off.*compose volume/s);
  });

  it('tries no other method after it is aborted', async () => {
    const started = jest.fn(() => Promise.resolve('b'));
    const ways: Way<string>[] = [{ name: 'b', storage: 'files', start: started }];
    await expect(firstThatWorks('It', freshDirectory(), ways, '', AbortSignal.abort())).rejects.toThrow();
    expect(started).not.toHaveBeenCalled();
  });
});
