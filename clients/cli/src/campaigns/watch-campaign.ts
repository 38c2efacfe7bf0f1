import { type Json, count, inner, text } from '../api/json';
import { Refusal, Unwell } from '../failures';
import type { Output } from '../output/output';
import { escapedJson } from '../output/escape';
import type { Session } from '../session';
import { verb } from '../words/command';
import { followReports, isOver } from './follow-reports';
import { progressLine, progressLines } from './progress-view';
import { reportView } from './report-view';

export const watchCampaign = (session: Session) =>
  verb(
    'watch',
    'shows how a campaign goes until it is sent; ends with 4 if somebody was not reached',
    'campaigns watch 6560f0a1b2c3d4e5f6a7b8c9',
  )
    .argument('<campaign>', 'its id')
    .action((id) => watch(session, id));

/**
 * Shows how a campaign goes, and at the end what became of it.
 * @throws Unwell when it was not all well
 */
export async function watch({ user, output, world }: Session, id: string): Promise<void> {
  const show = shownOn(output);
  let last: Json | null = null;
  try {
    for await (const report of followReports(user, id, world, (note) => output.say(`carillon: ${note}`))) {
      last = report;
      await show(report);
    }
  } finally {
    output.endLive();
    if (world.signal.aborted)
      output.say(`The campaign goes on. To see it again: carillon campaigns watch ${id}`);
  }
  if (!last) throw new Refusal('There is nothing to see of this campaign');
  if (output.form === 'text') for (const line of reportView(last, output.room())) await output.print(line);
  judge(last);
}

/** @throws Unwell */
function judge(report: Json): void {
  const status = text(report, 'status');
  if (status === 'DRAFT') throw new Unwell('The campaign is a draft: carillon campaigns publish sends it');
  if (status === 'CANCELLED') throw new Unwell('The campaign was cancelled');
  const missed = (['FAILED', 'UNCONFIRMED'] as const).filter(
    (state) => count(inner(report, 'states'), state) > 0,
  );
  if (missed.length > 0) throw new Unwell(`Not everybody was reached: see ${missed.join(' and ')}`);
}

/** A line for a report at least so often, where lines stay; milliseconds. */
const LINE_EVERY_MS = 5_000;

/** What is shown of a report: for machines itself, in a terminal a bar, elsewhere now and then a line. */
function shownOn(output: Output): (report: Json) => Promise<void> | void {
  const { stderr, env } = output.world;
  if (output.form === 'json') return (report) => output.print(escapedJson(report));
  if (output.isWatched) return (report) => output.showLive(progressLines(report, stderr.columns ?? 80, env));
  let last: Json = {};
  return (report) => {
    const since = Date.parse(text(report, 'asOf')) - Date.parse(text(last, 'asOf'));
    if (report.status === last.status && since < LINE_EVERY_MS && !isOver(report)) return;
    last = report;
    output.say(progressLine(report));
  };
}
