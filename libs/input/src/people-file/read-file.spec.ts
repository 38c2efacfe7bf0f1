import { type FileLayout, readFile } from './read-file';

const START = { offset: 0, line: 1 };

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size)
    yield await Promise.resolve(bytes.subarray(from, from + size));
}

async function read(text: string, size: number, layout: FileLayout = { format: 'csv' }, position = START) {
  const rows: unknown[] = [];
  for await (const chunk of readFile(layout, pieces(text, size), position))
    for (const { line, next, cells } of chunk) rows.push([line, next.offset, cells]);
  return rows;
}

describe.each([1, 7, 1_000])('a file in pieces of %d bytes', (size) => {
  it('begins after its byte order mark', async () => {
    expect(await read('\ufeffa,b\n', size)).toEqual([[1, 7, ['a', 'b']]]);
  });

  it('begins after the line that declares its separator', async () => {
    expect(await read('sep=;\r\na;b\r\nc;"d;e"\r\n', size, { format: 'csv', delimiter: ';' })).toEqual([
      [2, 12, ['a', 'b']],
      [3, 21, ['c', 'd;e']],
    ]);
    expect(await read('\ufeff"sep=,"\na,b', size)).toEqual([[2, 14, ['a', 'b']]]);
  });

  it('skips rows without a value', async () => {
    expect(await read('a,b\n,,\n ,\u00a0\n\nc,\n', size)).toEqual([
      [1, 4, ['a', 'b']],
      [5, 16, ['c', '']],
    ]);
  });

  it('continues from any record', async () => {
    expect(await read('c;d\n', size, { format: 'csv', delimiter: ';' }, { offset: 40, line: 3 })).toEqual([
      [3, 44, ['c', 'd']],
    ]);
  });
});
