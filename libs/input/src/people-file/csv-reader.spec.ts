import { CsvReader } from './csv-reader';
import { type Chunks, type FileRecord, MAX_RECORD_BYTES } from './file-record';

const gathered = async (chunks: Chunks): Promise<FileRecord[]> => {
  const records: FileRecord[] = [];
  for await (const chunk of chunks) records.push(...chunk);
  return records;
};
const read = async (pieces: Buffer[], position = { offset: 0, line: 1 }): Promise<FileRecord[]> => {
  const reader = new CsvReader(position);
  const records: FileRecord[] = [];
  for (const piece of pieces) records.push(...(await gathered(reader.feed(piece))));
  return [...records, ...(await gathered(reader.end()))];
};
const all = (text: string): Promise<FileRecord[]> => read([Buffer.from(text)]);
/** Line, and cells or the error. */
const shown = (records: FileRecord[]): unknown[] =>
  records.map(({ line, cells, flaw }) => [line, cells ?? flaw]);
const everyCut = (bytes: Buffer): Buffer[][] =>
  Array.from({ length: bytes.length + 1 }, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);

const samples: [string, string, unknown[]][] = [
  [
    'lines',
    'a,b\nc,d\n',
    [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
    ],
  ],
  ['no line break at the end', 'a,b', [[1, ['a', 'b']]]],
  [
    'CRLF and LF in one file',
    'a,b\r\nc,d\ne,f\r\n',
    [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
      [3, ['e', 'f']],
    ],
  ],
  ['quotes, doubled within', 'a,"b ""c"", d"\n', [[1, ['a', 'b "c", d']]]],
  [
    'line breaks in quotes',
    'a,"b\nc\r\nd"\ne,f',
    [
      [1, ['a', 'b\nc\r\nd']],
      [4, ['e', 'f']],
    ],
  ],
  [
    'blank lines, which are skipped',
    'a,b\n\n\r\nc,d\n\n',
    [
      [1, ['a', 'b']],
      [4, ['c', 'd']],
    ],
  ],
  ['characters of two, three and four bytes', 'ä,€,🎉\n', [[1, ['ä', '€', '🎉']]]],
  ['nothing', '', []],
  [
    'a quote within an unquoted cell',
    'a"b,c\nd,e\n',
    [
      [1, 'malformed_csv'],
      [2, ['d', 'e']],
    ],
  ],
  [
    'text after a closing quote',
    'a,"b"c\nd,e\n',
    [
      [1, 'malformed_csv'],
      [2, ['d', 'e']],
    ],
  ],
  [
    'an unclosed quote, which costs only its line',
    'a,b\nc,"d\ne,f\ng,h',
    [
      [1, ['a', 'b']],
      [2, 'malformed_csv'],
      [3, ['e', 'f']],
      [4, ['g', 'h']],
    ],
  ],
  [
    'an unclosed quote before other quotes',
    'c,"d\ne,"f"\ng,h',
    [
      [1, 'malformed_csv'],
      [2, ['e', 'f']],
      [3, ['g', 'h']],
    ],
  ],
  [
    'an open quote on the last line',
    'a,b\nc,"d',
    [
      [1, ['a', 'b']],
      [2, 'malformed_csv'],
    ],
  ],
];

describe('reading CSV', () => {
  it.each(samples)('reads %s, wherever the file is cut', async (_, text, expected) => {
    const bytes = Buffer.from(text);
    for (const pieces of everyCut(bytes)) expect(shown(await read(pieces))).toEqual(expected);
    expect(shown(await read(Array.from(bytes, (byte) => Buffer.of(byte))))).toEqual(expected);
  });

  it.each(samples)('continues after any record: %s', async (_, text) => {
    const bytes = Buffer.from(text);
    const records = await read([bytes]);
    for (const [index, { next }] of records.entries()) {
      expect(await read([bytes.subarray(next.offset)], next)).toEqual(records.slice(index + 1));
    }
  });

  it('returns the original bytes of a record, without its line break', async () => {
    const [record] = await all('a,"b ""c"""\r\n');
    expect(record?.bytes.toString()).toBe('a,"b ""c"""');
  });

  it('rejects bytes that are not UTF-8', async () => {
    const records = await read([Buffer.from('a,b\nc,\xff\ne,f\n', 'latin1')]);
    expect(shown(records)).toEqual([
      [1, ['a', 'b']],
      [2, 'invalid_text'],
      [3, ['e', 'f']],
    ]);
  });

  it('accepts a record of 64 KiB and rejects longer ones, wherever the file is cut', async () => {
    const longest = 'x'.repeat(MAX_RECORD_BYTES - 3);
    const bytes = Buffer.from(`a,${longest}\nb,${longest}x\nc,d\n`);
    const expected = [
      [1, ['a', longest]],
      [2, 'too_long'],
      [3, ['c', 'd']],
    ];
    for (const size of [1_000, 65_535, 65_536, 65_537, 70_000, bytes.length]) {
      expect(shown(await read(cutEvery(bytes, size)))).toEqual(expected);
    }
  });

  it('rejects only the first line of a quoted cell that is too long', async () => {
    const bytes = Buffer.from(`a,"x\n${'y,z\n'.repeat(20_000)}b,c\n`);
    for (const size of [1_000, 65_536, bytes.length]) {
      const records = await read(cutEvery(bytes, size));
      expect(shown(records.slice(0, 2))).toEqual([
        [1, 'too_long'],
        [2, ['y', 'z']],
      ]);
      expect(shown(records.slice(-1))).toEqual([[20_002, ['b', 'c']]]);
      expect(records).toHaveLength(20_002);
    }
  });

  it('yields to other work while many lines are broken, and returns the records so far', async () => {
    const reader = new CsvReader({ offset: 0, line: 1 });
    const lines = 2_000;
    let turn = 0;
    const count = (): void => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const found: [turn: number, records: number][] = [];
    for await (const { length } of reader.feed(Buffer.from('"a\n'.repeat(lines)))) found.push([turn, length]);
    clearImmediate(counting);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(([at]) => at)).size).toBe(found.length);
    const last = await gathered(reader.end());
    expect(found.reduce((sum, [, records]) => sum + records, last.length)).toBe(lines);
  });

  it('keeps at most one record of a file without line breaks', async () => {
    const reader = new CsvReader({ offset: 0, line: 1 });
    for (let n = 0; n < 100; n++) expect(await gathered(reader.feed(Buffer.alloc(100_000, 'x')))).toEqual([]);
    const [record, ...others] = await gathered(reader.end());
    expect(others).toEqual([]);
    expect(record).toMatchObject({ line: 1, flaw: 'too_long', next: { line: 1, offset: 10_000_000 } });
    expect(record?.bytes.length).toBeLessThan(2_000);
  });
});

function cutEvery(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
}
