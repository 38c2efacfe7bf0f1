import { Figures } from '../figures';
import type { ResultsFile } from '../results';
import { readable } from './table';

const OURS = 'mails/s, steady state';
const CEILING = /^(.+), mails\/s$/;
const WIDTH = 760;
const LABELS = 230;
const VALUES = 70;
const BAR = 22;
const STEP = 34;
const TOP = 44;

/** A bar chart of emails per second, with ranges: a whole campaign, and other programs with the same sink. */
export function chartOf({ measurements, machine }: ResultsFile): string {
  const bars = measurements.flatMap(({ name, values }) => {
    const label = name === OURS ? 'Carillon, with its ledger' : CEILING.exec(name)?.[1];
    return label === undefined ? [] : [{ label, isOurs: name === OURS, figures: new Figures(values) }];
  });
  const scale = (WIDTH - LABELS - VALUES) / Math.max(...bars.map(({ figures }) => figures.max));
  const height = TOP + bars.length * STEP + 10;
  const drawn = bars.map(({ label, isOurs, figures: { min, median, max } }, at) => {
    const [y, middle] = [TOP + at * STEP, TOP + at * STEP + BAR / 2];
    const fill = isOurs ? '#0b6e5f' : '#9aa5b1';
    return [
      `<text x="${LABELS - 10}" y="${middle + 5}" text-anchor="end">${escaped(label)}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${px(median * scale)}" height="${BAR}" fill="${fill}"/>`,
      `<path d="M${px(LABELS + min * scale)} ${middle}H${px(LABELS + max * scale)}" stroke="#323f4b"/>`,
      `<text x="${px(LABELS + max * scale + 8)}" y="${middle + 5}">${readable(median)}</text>`,
    ].join('');
  });
  const title = `Mails a second on ${machine.cores} cores, median with range`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="14" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="10" y="24" font-weight="bold">${escaped(title)}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function px(value: number): string {
  return value.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
