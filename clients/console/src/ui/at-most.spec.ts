import { atMost } from './at-most';

/** Tasks that end on demand, and the names of those that have begun. */
function tasks(most: number) {
  const run = atMost(most);
  const begun: string[] = [];
  const end = new Map<string, (error?: Error) => void>();
  const start = (name: string, signal = new AbortController().signal): Promise<string> =>
    run(() => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        end.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    }, signal);
  return { start, begun, end: (name: string, error?: Error) => end.get(name)?.(error) };
}

describe('tasks with a limit', () => {
  it('begin in their order when others have ended or failed', async () => {
    const { start, begun, end } = tasks(2);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => start(name));
    expect(begun).toEqual(['a', 'b']);
    end('a');
    expect(await a).toBe('a');
    expect(begun).toEqual(['a', 'b', 'c']);
    end('b', new Error('broken'));
    await expect(b).rejects.toThrow('broken');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all([c, d])).toEqual(['c', 'd']);
    void start('e');
    expect(begun).toHaveLength(5);
  });

  it('do not begin if they are aborted first, and leave the turn to the next one', async () => {
    const { start, begun, end } = tasks(1);
    const left = new AbortController();
    const a = start('a');
    const b = start('b', left.signal);
    const c = start('c');
    left.abort(new Error('left'));
    await expect(b).rejects.toThrow('left');
    end('a');
    await a;
    expect(begun).toEqual(['a', 'c']);
    await expect(start('d', left.signal)).rejects.toThrow('left');
    end('c');
    await c;
    void start('e');
    expect(begun).toEqual(['a', 'c', 'e']);
  });
});
