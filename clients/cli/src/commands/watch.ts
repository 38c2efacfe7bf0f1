import { isFinal } from '@carillon/sdk';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Refusal, Unwell } from '../failures';
import { cell, grouped } from '../output/columns';
import { escapedJson } from '../output/escape';
import type { LiveLine } from '../output/live';
import type { Output } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';
import { type Report, reportView, statesLine, statusOf, waitingLines } from './report';

/** The longest pause between lines of output that is not redrawn (milliseconds). */
const LINE_EVERY_MS = 5_000;

export function watchCampaign(noun: CommandUnknownOpts, session: Session): void {
  const description =
    'shows the progress of a campaign until it is sent; exits with 4 if a recipient was not reached';
  verb(noun, 'watch <campaign>', description, ID).action((id) => watch(session, id));
}

/**
 * Shows the progress of a campaign, and its report at the end.
 * @throws Unwell if a recipient was not reached or the campaign was canceled
 */
export async function watch({ user, output, world }: Session, id: string): Promise<void> {
  const show = await shownOn(output);
  let last: Report | null = null;
  try {
    for await (const report of user.reports(id)) {
      last = report;
      await show(report);
    }
  } finally {
    output.endLive();
    if (world.signal.aborted)
      output.note(`The campaign continues. To check it: carillon campaigns watch ${id}`);
  }
  if (!last) throw new Refusal('This campaign has no report');
  if (output.form === 'text') await output.one(last, reportView);
  judge(last);
}

/** @throws Unwell */
function judge({ status, states }: Report): void {
  if (status === 'DRAFT') throw new Unwell('The campaign is a draft. To send it: carillon campaigns publish');
  if (status === 'CANCELLED') throw new Unwell('The campaign was canceled');
  const missed = (['FAILED', 'UNCONFIRMED'] as const).filter((state) => states?.[state]);
  if (missed.length > 0) throw new Unwell(`Some recipients were not reached. See ${missed.join(' and ')}`);
}

/**
 * Returns how a report is shown: for scripts as JSON, in a terminal as a bar, elsewhere as a line from time to time.
 */
async function shownOn(output: Output): Promise<(report: Report) => Promise<void> | void> {
  if (output.form === 'json') return (report) => output.print(escapedJson(report));
  const draw = await output.startLive();
  if (output.isWatched) return (report) => draw(progressLines(report, output.world.stderr.columns));
  let last: Report = {};
  return (report) => {
    const since = Date.parse(report.asOf ?? '') - Date.parse(last.asOf ?? '');
    if (report.status === last.status && since < LINE_EVERY_MS && !isFinal(report)) return;
    last = report;
    const parts = [cell(report.asOf), statusOf(report), doneOf(report), statesLine(report)];
    output.note([...parts, ...waitingLines(report)].filter(Boolean).join('  '));
  };
}

/** The progress of a campaign, in lines that are redrawn. */
function progressLines(report: Report, columns = 80): LiveLine[] {
  const width = Math.max(10, columns - 40);
  return [
    [statusOf(report), speedOf(report)].filter(Boolean).join('  '),
    { text: `{bar}  ${doneOf(report)}`, width, share: shareOf(report) },
    statesLine(report),
    ...waitingLines(report),
  ].filter(Boolean);
}

function shareOf({ status, total = 0, states }: Report): number {
  if (total === 0) return status === 'SENT' ? 1 : 0;
  return (total - (states?.QUEUED ?? 0)) / total;
}

/** During planning, more recipients may be found. */
function doneOf(report: Report): string {
  const { status, total = 0, states, planning } = report;
  if (total === 0 && status !== 'SENT') return 'counting recipients';
  const done = `${Math.floor(shareOf(report) * 100)} %  ${grouped(total - (states?.QUEUED ?? 0))}`;
  return `${done} of ${grouped(total)}${planning?.done ? '' : ' and more'}`;
}

function speedOf({ ratePerSecond, estimatedEndAt, asOf }: Report): string {
  if (!ratePerSecond) return '';
  const left = Date.parse(estimatedEndAt ?? '') - Date.parse(asOf ?? '');
  return `${grouped(ratePerSecond)}/s${Number.isNaN(left) ? '' : `  ${duration(left)} left`}`;
}

/** Formats a duration: 41 s, 5 min, 3 h. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
