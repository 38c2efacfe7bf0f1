import { type Json, count, inner, text } from '../api/json';
import { bar, barForm, duration } from '../output/bar';
import { cell, grouped } from '../output/cells';
import { statesLine, waitingLines } from './report-view';

const WIDEST_BAR = 40;

/** How far a campaign is, in some lines that are drawn again and again. */
export function progressLines(
  report: Json,
  columns: number,
  env: Record<string, string | undefined>,
): string[] {
  const width = Math.max(10, Math.min(WIDEST_BAR, columns - 40));
  return [
    [cell(report.status), speedOf(report)].filter(Boolean).join('  '),
    `${bar(shareOf(report), width, barForm(env))}  ${doneOf(report)}`,
    statesLine(report),
    ...waitingLines(report),
  ].filter((line) => line !== '');
}

/** The same in one line, where lines stay. */
export function progressLine(report: Json): string {
  const parts = [
    cell(report.asOf),
    cell(report.status),
    doneOf(report),
    statesLine(report),
    ...waitingLines(report),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

function shareOf(report: Json): number {
  const total = count(report, 'total');
  return total === 0 ? (text(report, 'status') === 'SENT' ? 1 : 0) : settled(report) / total;
}

/** While it is still being planned, more people may be found. */
function doneOf(report: Json): string {
  if (count(report, 'total') === 0 && text(report, 'status') !== 'SENT') return 'looking for whom to reach';
  const more = inner(report, 'planning').done === true ? '' : ' and more';
  const percent = Math.floor(shareOf(report) * 100);
  return `${percent} %  ${grouped(settled(report))} of ${grouped(count(report, 'total'))}${more}`;
}

function settled(report: Json): number {
  return count(report, 'total') - count(inner(report, 'states'), 'QUEUED');
}

function speedOf(report: Json): string {
  const rate = count(report, 'ratePerSecond');
  if (rate === 0) return '';
  const left = Date.parse(text(report, 'estimatedEndAt')) - Date.parse(text(report, 'asOf'));
  return `${grouped(rate)}/s${Number.isNaN(left) ? '' : `  ${duration(left)} left`}`;
}
