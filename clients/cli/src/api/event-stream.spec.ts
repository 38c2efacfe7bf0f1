import { type ServerEvent, eventsOf } from './event-stream';

async function* chunked(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

async function read(text: string, size: number): Promise<(ServerEvent | null)[]> {
  const found: (ServerEvent | null)[] = [];
  for await (const event of eventsOf(chunked(text, size))) found.push(event);
  return found;
}

describe('a stream of events', () => {
  it.each([1, 2, 3, 7, 1000])('is read in pieces of %d bytes', async (size) => {
    const text =
      'retry: 5000\r\n\r\nevent: report\r\ndata: {"é":1}\r\n\r\n: still here\n\nevent:report\rdata:a\rdata: b\r\r';
    expect(await read(text, size)).toEqual([
      { event: 'report', data: '{"é":1}' },
      null,
      { event: 'report', data: 'a\nb' },
    ]);
  });

  it('drops an incomplete event', async () => {
    expect(await read('data: 1\n\ndata: 2\n', 4)).toEqual([{ event: 'message', data: '1' }]);
  });
});
