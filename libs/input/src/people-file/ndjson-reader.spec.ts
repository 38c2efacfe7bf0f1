import { type Chunks, type FileRecord, MAX_RECORD_BYTES } from './file-record';
import { NdjsonReader } from './ndjson-reader';

const gathered = async (chunks: Chunks): Promise<FileRecord[]> => {
  const records: FileRecord[] = [];
  for await (const chunk of chunks) records.push(...chunk);
  return records;
};
const read = async (pieces: Buffer[], position = { offset: 0, line: 1 }): Promise<FileRecord[]> => {
  const reader = new NdjsonReader(position);
  const records: FileRecord[] = [];
  for (const piece of pieces) records.push(...(await gathered(reader.feed(piece))));
  return [...records, ...(await gathered(reader.end()))];
};
const shown = (records: FileRecord[]): unknown[] =>
  records.map(({ line, bytes, flaw }) => [line, flaw ?? bytes.toString()]);
const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));

const text = '{"a":"ä€🎉"}\r\n\n  \t\n{"b":1}\n\r\n{"c":2}';
const expected = [
  [1, '{"a":"ä€🎉"}'],
  [4, '{"b":1}'],
  [6, '{"c":2}'],
];

describe('reading one JSON text per line', () => {
  it('finds every line that is not blank, wherever the file is cut', async () => {
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) {
      expect(shown(await read([bytes.subarray(0, at), bytes.subarray(at)]))).toEqual(expected);
    }
    expect(shown(await read(cut(bytes, 1)))).toEqual(expected);
  });

  it('continues after any line', async () => {
    const bytes = Buffer.from(text);
    const records = await read([bytes]);
    for (const [index, { next }] of records.entries()) {
      expect(await read([bytes.subarray(next.offset)], next)).toEqual(records.slice(index + 1));
    }
  });

  it('accepts a line of 64 KiB and rejects longer ones, wherever the file is cut', async () => {
    const longest = 'x'.repeat(MAX_RECORD_BYTES - 1);
    const bytes = Buffer.from(`${longest}\n${longest}x\n${'y'.repeat(300_000)}\nz`);
    for (const size of [1_000, 65_535, 65_536, 65_537, bytes.length]) {
      const records = await read(cut(bytes, size));
      expect(shown(records)).toEqual([
        [1, longest],
        [2, 'too_long'],
        [3, 'too_long'],
        [4, 'z'],
      ]);
      expect(records.at(-1)?.next).toEqual({ line: 4, offset: bytes.length });
    }
  });

  it('keeps at most one line of a file without line breaks', async () => {
    const reader = new NdjsonReader({ offset: 0, line: 1 });
    for (let n = 0; n < 100; n++) expect(await gathered(reader.feed(Buffer.alloc(100_000, 'x')))).toEqual([]);
    const [record, ...others] = await gathered(reader.end());
    expect(others).toEqual([]);
    expect(record).toMatchObject({ line: 1, flaw: 'too_long', next: { line: 1, offset: 10_000_000 } });
    expect(record?.bytes.length).toBeLessThan(2_000);
  });
});
