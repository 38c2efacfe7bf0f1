import { text } from 'node:stream/consumers';
import { listStream } from './pages';

async function* pagesOf(...pages: number[][]): AsyncGenerator<number[]> {
  for (const page of pages) yield await Promise.resolve(page);
}
const present = (n: number): object => ({ n });

describe('a list as a stream', () => {
  it.each([
    [[], []],
    [[[]], []],
    [[[1]], [1]],
    [
      [[1, 2], [], [3]],
      [1, 2, 3],
    ],
    [[[], [4]], [4]],
  ])('for the pages %j contains the items %j', async (pages, items) => {
    const sent = await text(listStream('things', pagesOf(...pages), present));
    expect(JSON.parse(sent)).toEqual({ data: { things: items.map(present) } });
  });

  it('requests no page that the client does not read', async () => {
    let requests = 0;
    const endless = async function* (): AsyncGenerator<number[]> {
      for (;;) yield await Promise.resolve([(requests += 1)]);
    };
    const stream = listStream('things', endless(), present);
    await new Promise((resolve) => stream.once('readable', resolve));
    await new Promise(setImmediate);
    expect(requests).toBeLessThan(3);
    stream.destroy();
  });

  it('fails when a page fails, with incomplete JSON', async () => {
    const failing = async function* (): AsyncGenerator<number[]> {
      yield await Promise.resolve([1]);
      throw new Error('away');
    };
    const chunks: string[] = [];
    const read = async (): Promise<void> => {
      for await (const chunk of listStream('things', failing(), present)) chunks.push(String(chunk));
    };
    await expect(read()).rejects.toThrow('away');
    expect(chunks.join('')).toBe('{"data":{"things":[{"n":1}');
  });
});
