import type { ResultsFile } from '../results';
import { chartOf } from './chart';
import { readable, tableOf } from './table';

const results: ResultsFile = {
  bench: 'dispatch',
  release: '1.2.3',
  measuredAt: '2026-01-02T03:04:05.000Z',
  machine: { processor: 'A <fast> one', cores: 2, memoryGiB: 8, node: 'v24.0.0' },
  measurements: [
    { name: 'mails/s, steady state', values: [3_000, 1_000, 2_000] },
    { name: 'smtp-source, mails/s', values: [4_000] },
    { name: 'CPU s per 1,000 mails, dispatcher', values: [0.0712] },
  ],
};

describe('the table of benchmarks', () => {
  it('has a row for each measurement, with the machine and the date', () => {
    const table = tableOf([results]);
    expect(table).toContain('| mails/s, steady state | 1,000 | 2,000 | 3,000 | 3 |\n');
    expect(table).toContain('| CPU s per 1,000 mails, dispatcher | 0.0712 | 0.0712 | 0.0712 | 1 |\n');
    expect(table).toContain('Release 1.2.3, 2026-01-02; 2 cores of A <fast> one, 8 GiB, Node v24.0.0.');
  });

  it.each([
    [0, '0'],
    [2_813.4, '2,813'],
    [27.44, '27.4'],
    [0.00512, '0.00512'],
  ])('shows %d as %s', (value, text) => expect(readable(value)).toBe(text));
});

describe('the chart of benchmarks', () => {
  it('has a bar for the campaign and each program beside it, as long as its speed', () => {
    const widths = [...chartOf(results).matchAll(/<rect x="230" .*?width="([\d.]+)"/g)].map(
      ([, width]) => width,
    );
    expect(widths).toEqual(['230.0', '460.0']);
    expect(chartOf(results)).toContain('>Carillon, with its ledger<');
    expect(chartOf(results)).not.toContain('dispatcher');
  });
});
