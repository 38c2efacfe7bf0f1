import { Figures } from '../figures';
import type { ResultsFile } from '../results';

const HEAD = ['', 'minimum', 'median', 'maximum', 'runs'];

/** Formats all results as Markdown tables, each with its machine and date. */
export function tableOf(results: readonly ResultsFile[]): string {
  const intro =
    '# Results of `npm run bench`\n\nAbsolute figures depend on the machine. Compare figures from the same run only.\n';
  return [intro, ...results.map(sectionOf)].join('\n');
}

function sectionOf({ bench, release, measuredAt, machine, measurements }: ResultsFile): string {
  const { processor, cores, memoryGiB, node } = machine;
  const rows = measurements.map(({ name, values }) => {
    const { min, median, max } = new Figures(values);
    return [name, ...[min, median, max].map(readable), String(values.length)];
  });
  return [
    `## ${bench}\n`,
    `Release ${release}, ${measuredAt.slice(0, 10)}; ${cores} cores of ${processor}, ${memoryGiB} GiB, Node ${node}.\n`,
    ...[HEAD, HEAD.map((_, column) => (column === 0 ? '---' : '---:')), ...rows].map(
      (cells) => `| ${cells.join(' | ')} |`,
    ),
    '',
  ].join('\n');
}

/** Rounds to three significant digits: 2,810 or 0.274 */
export function readable(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
