import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Readable } from 'node:stream';
import { ApiProblem, type Api, isJson } from '../api/api';
import { eventsOf } from '../api/event-stream';
import { Failure, Refusal, Unreachable, Unwell, exitCodes } from '../failures';
import { cell, grouped } from '../output/columns';
import { escapedJson } from '../output/escape';
import type { LiveLine } from '../output/live';
import type { Output } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';
import type { World } from '../world';
import { type Report, reportView, statesLine, waitingLines } from './report';

/** The longest silence of a live stream (milliseconds): it sends something every 15 s. */
const SILENCE_MS = 45_000;
/** The pause between two attempts to reconnect, and between two requests for a report (milliseconds). */
const PAUSE_MS = 2_000;
/** The limit of consecutive failures, each with its own retries: some minutes. */
const MAX_FAILURES = 50;
/** The longest pause between lines where they are not redrawn (milliseconds). */
const LINE_EVERY_MS = 5_000;

export function watchCampaign(noun: CommandUnknownOpts, session: Session): void {
  const description =
    'shows the progress of a campaign until it is sent; exits with 4 if a recipient was not reached';
  verb(noun, 'watch <campaign>', description, ID).action((id) => watch(session, id));
}

/**
 * Shows the progress of a campaign, and its report at the end.
 * @throws Unwell if a recipient was not reached or the campaign was cancelled
 */
export async function watch({ user, output, world }: Session, id: string): Promise<void> {
  const show = await shownOn(output);
  let last: Report | null = null;
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
  if (!last) throw new Refusal('There is no report of this campaign');
  if (output.form === 'text') await output.one(last, reportView);
  judge(last);
}

/** @throws Unwell */
function judge({ status, states }: Report): void {
  if (status === 'DRAFT') throw new Unwell('The campaign is a draft: carillon campaigns publish sends it');
  if (status === 'CANCELLED') throw new Unwell('The campaign was cancelled');
  const missed = (['FAILED', 'UNCONFIRMED'] as const).filter((state) => states?.[state]);
  if (missed.length > 0) throw new Unwell(`Some recipients were not reached: see ${missed.join(' and ')}`);
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
    if (report.status === last.status && since < LINE_EVERY_MS && !isOver(report)) return;
    last = report;
    const parts = [cell(report.asOf), cell(report.status), doneOf(report), statesLine(report)];
    output.say([...parts, ...waitingLines(report)].filter(Boolean).join('  '));
  };
}

/** The progress of a campaign, in lines that are redrawn. */
function progressLines(report: Report, columns = 80): LiveLine[] {
  const width = Math.max(10, columns - 40);
  return [
    [cell(report.status), speedOf(report)].filter(Boolean).join('  '),
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
  if (total === 0 && status !== 'SENT') return 'finding recipients';
  const done = `${Math.floor(shareOf(report) * 100)} %  ${grouped(total - (states?.QUEUED ?? 0))}`;
  return `${done} of ${grouped(total)}${planning?.done ? '' : ' and more'}`;
}

function speedOf({ ratePerSecond, estimatedEndAt, asOf }: Report): string {
  if (!ratePerSecond) return '';
  const left = Date.parse(estimatedEndAt ?? '') - Date.parse(asOf ?? '');
  return `${grouped(ratePerSecond)}/s${Number.isNaN(left) ? '' : `  ${duration(left)} left`}`;
}

/** Formats 41 s, 5 min, 3 h. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Whether no more reports will come: docs/api.md, Reports and deliveries. */
function isOver({ status, states }: Report): boolean {
  if (status === 'CANCELLED') return !states?.QUEUED;
  return status === 'SENT' || status === 'DRAFT';
}

/**
 * Yields the reports of a campaign as they change, to its end. A stream that is interrupted is opened again; if there
 * is none, because too many are open or a proxy holds it up, reports are requested one by one.
 * @param note reports problems
 * @throws Failure if the campaign is deleted, or nothing was received for too long
 */
async function* followReports(
  api: Api,
  id: string,
  world: Pick<World, 'pause' | 'signal'>,
  note: (text: string) => void,
): AsyncGenerator<Report, void> {
  for (let failures = 0; ;) {
    try {
      for await (const report of current(api, id, world.signal)) {
        failures = 0;
        if (!report) continue;
        yield report;
        if (isOver(report)) return;
      }
    } catch (error) {
      failures += 1;
      const isPassing = error instanceof Failure && error.exitCode === exitCodes.unreachable;
      if (world.signal.aborted || !isPassing || failures > MAX_FAILURES) throw error;
      if (failures === 1) note(`${error.message}; trying again`);
    }
    await world.pause(PAUSE_MS, world.signal);
  }
}

/** Yields null if nothing is new but the server answers. */
async function* current(api: Api, id: string, signal: AbortSignal): AsyncGenerator<Report | null, void> {
  try {
    yield* streamed(api, id, signal);
  } catch (error) {
    const hasNoStream = error instanceof ApiProblem && [406, 409].includes(error.status);
    if (!hasNoStream && !(error instanceof Silence)) throw error;
    yield await api.get('/campaigns/{id}/report', { path: { id } });
  }
}

/** @throws Silence if nothing is received for long */
async function* streamed(api: Api, id: string, signal: AbortSignal): AsyncGenerator<Report | null, void> {
  const { body } = await api.open('/campaigns/{id}/events', { path: { id } }, 'text/event-stream');
  if (!body) return;
  yield null;
  const chunks = Readable.fromWeb(body);
  const timer = setTimeout(() => chunks.destroy(new Silence('The stream is silent')), SILENCE_MS);
  try {
    for await (const event of eventsOf(chunks)) {
      timer.refresh();
      const report: unknown = event?.event === 'report' ? JSON.parse(event.data) : null;
      yield isJson(report) ? report : null;
    }
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error;
    throw new Unreachable('The stream broke off');
  } finally {
    clearTimeout(timer);
  }
}

/** A stream that is open but silent. */
class Silence extends Unreachable {}
