import { type Json, count, inner, text } from '../api/json';
import { Refusal, Unwell } from '../failures';
import { cell } from '../output/cells';
import { LiveLines } from '../output/live-lines';
import type { Output } from '../output/output';
import { escapedJson } from '../output/escape';
import type { Session } from '../session';
import { verb } from '../words/command';
import { followReports } from './follow-reports';
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
  const shown = progressOf(output);
  let last: Json | null = null;
  try {
    for await (const report of followReports(user, id, world, shown.note)) {
      last = report;
      await shown.report(report);
    }
  } finally {
    shown.end();
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

interface Progress {
  report: (report: Json) => void | Promise<void>;
  note: (text: string) => void;
  end: () => void;
}

/** A bar in a terminal, else a line for each report; for machines, the reports themselves, one a line. */
function progressOf(output: Output): Progress {
  const { stderr, env } = output.world;
  if (output.form === 'json') {
    return {
      report: (report) => output.print(escapedJson(report)),
      note: output.say.bind(output),
      end: () => undefined,
    };
  }
  if (stderr.isTTY !== true) {
    return {
      report: (report) => output.say(progressLine(report)),
      note: output.say.bind(output),
      end: () => undefined,
    };
  }
  const live = new LiveLines(stderr);
  let lines: string[] = [];
  const draw = (now: string[]): void => live.draw((lines = now));
  return {
    report: (report) => draw(progressLines(report, stderr.columns ?? 80, env)),
    note: (text) => live.draw([...lines, cell(text)]),
    end: () => live.clear(),
  };
}
