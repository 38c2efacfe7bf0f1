import { Writable } from 'node:stream';
import { screenAfter } from '../../test/screen';
import { duration } from '../commands/watch';
import type { Screen } from '../world';
import { type Columns, number, wide } from './columns';
import { escaped, escapedJson, escapedLines } from './escape';
import { Table, cut, details, widthOf } from './layout';
import { LiveLines } from './live';

describe('a table', () => {
  interface Row {
    _id: string;
    name: string;
    count: number;
  }
  const columns: Columns<Row> = ['_id', wide('name'), number('count')];
  const lay = (rows: Row[], room = Infinity): string[] => {
    const table = new Table(columns, room);
    const lines = table.rows(rows);
    return [table.head(), ...lines];
  };

  it('aligns its columns in any script', () => {
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

  it('shortens long texts in a narrow terminal, but never IDs', () => {
    const rows = [{ _id: '6560f0a1b2c3d4e5f6a7b8c9', name: 'A name that is much too long', count: 1 }];
    const [, row = ''] = lay(rows, 50);
    expect(row).toBe('6560f0a1b2c3d4e5f6a7b8c9  A name that is m…      1');
    expect(widthOf(row)).toBe(50);
    expect(lay(rows, 20)[1]).toContain('6560f0a1b2c3d4e5f6a7b8c9  A name that…');
  });

  it('shortens nothing outside a terminal', () => {
    expect(lay([{ _id: '1', name: 'x'.repeat(500), count: 0 }])[1]).toContain('x'.repeat(500));
  });

  it('counts the cells of characters as a terminal does', () => {
    const rows = ['© 2026 Ann', 'Zo\u0301 🫠', '☎ ™'].map((name) => ({ _id: '1', name, count: 1 }));
    for (const row of lay(rows).slice(1)) expect(widthOf(row)).toBe('ID  © 2026 Ann  COUNT'.length);
  });

  it('never splits a character', () => {
    const [, row = ''] = lay([{ _id: '1', name: '🫠'.repeat(20), count: 1 }], 30);
    expect(row).toBe(`1   ${'🫠'.repeat(9)}…      1`);
  });

  it('keeps its columns from page to page, and widens them outside a terminal', () => {
    const table = new Table(columns, Infinity);
    const page = (id: string): string[] =>
      table.rows(Array.from({ length: 150 }, () => ({ _id: id, name: 'Ann', count: 1 })));
    expect(new Set([...page('1234'), ...page('1')].map((row) => row.length))).toEqual(new Set([17]));
    expect(page('123456')[0]).toBe('123456  Ann       1');
    expect(page('1')[149]).toBe('1       Ann       1');
  });

  it('shortens wide characters by their cells', () => {
    expect(cut('山田太郎', 6)).toBe('山田…');
    expect(widthOf(cut('山田太郎', 6))).toBe(5);
    expect(cut('abc', 3)).toBe('abc');
  });
});

describe('text from the server', () => {
  it('cannot contain control sequences for a terminal', () => {
    expect(escaped('a\u001b]0;x\u0007b\u009bc\u007fd\u202ee\nf\u2028')).toBe(
      'a\\u{1b}]0;x\\u{7}b\\u{9b}c\\u{7f}d\\u{202e}e\\u{a}f\\u{2028}',
    );
  });

  it('keeps line breaks and tabs in multi-line text', () => {
    expect(escapedLines('one\r\n\ttwo\u001b')).toBe('one\n\ttwo\\u{1b}');
  });

  it('is equivalent as JSON', () => {
    const value = { 'a\u009b': 'x\u202e\u007f\u2028\n', b: ['é', null] };
    expect(escapedJson(value)).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*$/u);
    expect(JSON.parse(escapedJson(value, 2))).toEqual(value);
  });

  it('is shown one value per line', () => {
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

describe('lines that change', () => {
  const live = (env = {}) => {
    let written = '';
    const stderr: Screen = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written += chunk.toString();
        done();
      },
    });
    const lines = new LiveLines({ stderr: Object.assign(stderr, { isTTY: true, columns: 20 }), env });
    return { lines, screen: () => screenAfter(written, 20), written: () => written };
  };

  it.each([
    [0, '░░░░░░░░░░', '----------'],
    [0.5, '█████░░░░░', '#####-----'],
    [1, '██████████', '##########'],
    [7, '██████████', '##########'],
    [-1, '░░░░░░░░░░', '----------'],
  ])('have a bar that shows %d', (share, blocks, ascii) => {
    for (const [env, bar] of [
      [{ LANG: 'en_US.UTF-8' }, blocks],
      [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, ascii],
    ] as const) {
      const { lines, screen } = live(env);
      lines.draw([{ text: 'a  {bar}  b', width: 10, share }]);
      expect(screen()).toEqual([`a  ${bar}  b`]);
      lines.end();
    }
  });

  it('are added, removed and cleared', () => {
    const { lines, screen } = live();
    for (const shown of [['one', 'two', 'three'], ['One'], ['uno', 'due']]) {
      lines.draw(shown);
      expect(screen()).toEqual(shown);
    }
    lines.end();
    expect(screen()).toEqual([]);
  });

  it('move down below permanent lines of any length', () => {
    const { lines, screen } = live();
    lines.draw(['one', 'two two two two two', 'three']);
    lines.writeAbove('something that takes two rows');
    expect(screen()).toEqual(['something that takes', ' two rows', 'one', 'two two two two two', 'three']);
    lines.writeAbove('the last');
    lines.end();
    expect(screen()).toEqual(['something that takes', ' two rows', 'the last']);
  });

  it('are shortened to the width of the terminal, and contain no control sequences', () => {
    const { lines, screen, written } = live();
    lines.draw(['a line that is too long', 'x\u001b]0;y\u0007']);
    expect(screen()).toEqual(['a line that is too…', 'x\\u{1b}]0;y\\u{7}']);
    lines.end();
    // This includes the sequence that disables line wrapping, because a killed process would leave it disabled.
    for (const order of ['\u001b]', '\u001b[?']) expect(written()).not.toContain(order);
  });
});

describe('a duration', () => {
  it.each([
    [41_000, '41 s'],
    [300_000, '5 min'],
    [10_800_000, '3 h'],
    [-5, '0 s'],
  ])('%d ms are %s', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });
});
