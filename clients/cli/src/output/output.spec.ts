import { bar, duration } from './bar';
import { column, number, wide } from './cells';
import { details } from './details';
import { escaped, escapedJson, escapedLines } from './escape';
import { Table } from './table';
import { cut, padded, widthOf } from './width';

describe('a table', () => {
  const columns = [column('_id'), wide('name'), number('count')];
  const lay = (rows: Record<string, unknown>[], room = Infinity): string[] => {
    const table = new Table(columns, rows, room);
    return [table.head(), ...rows.map((row) => table.row(row))];
  };

  it('keeps its columns whatever the script', () => {
    const rows = [
      { _id: '1', name: 'Ann', count: 1 },
      { _id: '2', name: '山田太郎', count: 1234567 },
      { _id: '3', name: 'Zoe\u0308 👩‍👩‍👧', count: 12 },
    ];
    expect(lay(rows)).toEqual([
      'ID  NAME          COUNT',
      '1   Ann               1',
      '2   山田太郎  1,234,567',
      '3   Zoe\u0308 👩‍👩‍👧           12',
    ]);
  });

  it('cuts what may be cut where the terminal is narrow, and ids never', () => {
    const rows = [{ _id: '6560f0a1b2c3d4e5f6a7b8c9', name: 'A name that is much too long', count: 1 }];
    const [, row = ''] = lay(rows, 50);
    expect(row).toBe('6560f0a1b2c3d4e5f6a7b8c9  A name that is m…      1');
    expect(widthOf(row)).toBe(50);
    expect(lay(rows, 20)[1]).toContain('6560f0a1b2c3d4e5f6a7b8c9  A name that…');
  });

  it('cuts nothing where nobody reads it', () => {
    expect(lay([{ _id: '1', name: 'x'.repeat(500), count: 0 }])[1]).toContain('x'.repeat(500));
  });

  it('cuts wide characters by the cells that they take', () => {
    expect(cut('山田太郎', 6)).toBe('山田…');
    expect(widthOf(cut('山田太郎', 6))).toBe(5);
    expect(padded(cut('山田太郎', 6), 6)).toBe('山田… ');
    expect(cut('abc', 3)).toBe('abc');
  });
});

describe('what the server says', () => {
  it('cannot give a terminal orders', () => {
    expect(escaped('a\u001b]0;x\u0007b\u009bc\u007fd\u202ee\nf\u2028')).toBe(
      'a\\u{1b}]0;x\\u{7}b\\u{9b}c\\u{7f}d\\u{202e}e\\u{a}f\\u{2028}',
    );
  });

  it('keeps its lines and tabs where it is text of several lines', () => {
    expect(escapedLines('one\r\n\ttwo\u001b')).toBe('one\n\ttwo\\u{1b}');
  });

  it('means the same as JSON', () => {
    const value = { 'a\u009b': 'x\u202e\u007f\u2028\n', b: ['é', null] };
    expect(escapedJson(value)).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*$/u);
    expect(JSON.parse(escapedJson(value, 2))).toEqual(value);
  });

  it('is shown value by value', () => {
    const value = {
      _id: '1',
      at: '2026-03-01T10:00:00.000Z',
      settings: { port: 587 },
      list: ['a', 'b'],
      none: null,
    };
    expect(details(value)).toEqual([
      'id             1',
      'at             2026-03-01 10:00:00Z',
      'settings.port  587',
      'list           a, b',
      'none           -',
    ]);
  });
});

describe('a bar', () => {
  it.each([
    [0, '░░░░░░░░░░', '----------'],
    [0.5, '█████░░░░░', '#####-----'],
    [0.5625, '█████▋░░░░', '#####-----'],
    [1, '██████████', '##########'],
    [7, '██████████', '##########'],
    [-1, '░░░░░░░░░░', '----------'],
  ])('shows %d', (share, blocks, ascii) => {
    expect([bar(share, 10, 'blocks'), bar(share, 10, 'ascii')]).toEqual([blocks, ascii]);
  });

  it.each([
    [41_000, '41 s'],
    [300_000, '5 min'],
    [10_800_000, '3 h'],
    [-5, '0 s'],
  ])('%d ms are %s', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });
});
