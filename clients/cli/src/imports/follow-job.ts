import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Api } from '../api/api';
import { type Json, count, text } from '../api/json';
import { Unwell } from '../failures';
import { bar, barForm } from '../output/bar';
import { cell, grouped } from '../output/cells';
import type { Session } from '../session';
import { chunksOf, saveTo } from '../terminal/output-file';

const PAUSE_MS = 500;
const BAR = 20;

/** What a job counts, in the order in which it is shown. */
const counts = ['created', 'updated', 'removed', 'skipped', 'missing', 'suppressed', 'rejected'];
/** How many rejected lines are shown unasked. */
const SHOWN = 5;

/** Where jobs of a kind are. */
export interface JobPlace {
  /** `/imports/<id>` */
  path: string;
  /** The command that shows it again. */
  again: string;
  /** How many lines the file has, roughly, where that is known. */
  lines?: number;
}

/** Waits for the end of a job, and shows how far it is. */
export async function followJob(
  { user, output, world }: Session,
  { path, again, lines }: JobPlace,
): Promise<Json> {
  try {
    for (;;) {
      const job = await user.get(path);
      if (isOver(job)) return job;
      output.showLive(jobLines(job, lines, world.env));
      await world.pause(PAUSE_MS, world.signal);
    }
  } finally {
    output.endLive();
    if (world.signal.aborted) output.say(`It goes on. To see it again: ${again}`);
  }
}

/**
 * Shows what became of a file.
 * @param rejected the file to keep rejected lines in
 * @throws Unwell when not all of its lines were taken
 */
export async function showJob(session: Session, job: Json, path: string, rejected?: string): Promise<void> {
  const { user, output, world } = session;
  await output.one(job);
  const refused = count(job, 'rejected');
  const failed = text(job, 'state') === 'FAILED';
  if (rejected !== undefined) await saveTo(rejected, await rejectedLines(user, path), world);
  else if (refused > 0 || failed) await showSome(session, path);
  const where = rejected === undefined ? '--rejected FILE keeps them' : `they are in ${rejected}`;
  if (failed)
    throw new Unwell('The file was given up in the middle: the last of the rejected lines says why');
  if (refused > 0) throw new Unwell(`Lines that were not taken: ${grouped(refused)}; ${where}`);
}

export function rejectedLines(user: Api, path: string): Promise<Response> {
  return user.raw({ method: 'GET', path: `${path}/rejected`, accept: '*/*' });
}

function isOver(job: Json): boolean {
  return ['DONE', 'FAILED'].includes(text(job, 'state'));
}

function jobLines(job: Json, lines: number | undefined, env: Record<string, string | undefined>): string[] {
  const done = count(job, 'lines');
  const counted = counts.filter((key) => count(job, key) > 0).map((key) => `${key} ${grouped(job[key])}`);
  const share = lines ? `${bar(done / lines, BAR, barForm(env))}  ` : '';
  const all = lines ? ` of about ${grouped(lines)}` : '';
  return [`${cell(job.state)}  ${share}${grouped(done)}${all} lines`, counted.join('  ')];
}

/** Enough of the rejected lines to see what is wrong with the file: the first ones, and the last. */
async function showSome({ user, output }: Session, path: string): Promise<void> {
  if (output.form !== 'text') return;
  const source = Readable.from(chunksOf(await rejectedLines(user, path)), { objectMode: false });
  let [seen, last] = [0, ''];
  for await (const line of createInterface(source)) {
    seen += 1;
    if (seen <= SHOWN + 1) output.say(`  ${cell(line)}`);
    else last = line;
  }
  if (seen > SHOWN + 2) output.say('  …');
  if (last) output.say(`  ${cell(last)}`);
}
