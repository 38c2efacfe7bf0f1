import type { Api } from '../api/api';
import { type Json, count, text } from '../api/json';
import { Unwell } from '../failures';
import { cell, grouped } from '../output/cells';
import type { Session } from '../session';
import { chunksOf, saveTo } from '../terminal/output-file';

const PAUSE_MS = 500;

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
}

/** Waits for the end of a job, and shows how far it is. */
export async function followJob({ user, output, world }: Session, { path, again }: JobPlace): Promise<Json> {
  try {
    for (;;) {
      const job = await user.get(path);
      if (isOver(job)) return job;
      output.showLive([jobLine(job)]);
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
  else if (refused > 0 || failed) await showFirst(session, path);
  const where = rejected === undefined ? '--rejected FILE keeps them' : `they are in ${rejected}`;
  if (failed)
    throw new Unwell('The file was given up in the middle: the last of the rejected lines says why');
  if (refused > 0) throw new Unwell(`${grouped(refused)} of its lines were not taken: ${where}`);
}

export function rejectedLines(user: Api, path: string): Promise<Response> {
  return user.raw({ method: 'GET', path: `${path}/rejected`, accept: '*/*' });
}

function isOver(job: Json): boolean {
  return ['DONE', 'FAILED'].includes(text(job, 'state'));
}

function jobLine(job: Json): string {
  const counted = counts.filter((key) => count(job, key) > 0).map((key) => `${key} ${grouped(job[key])}`);
  return [cell(job.state), `${grouped(job.lines ?? 0)} lines`, ...counted].join('  ');
}

/** Enough of the rejected lines to see what is wrong with the file. */
async function showFirst({ user, output }: Session, path: string): Promise<void> {
  if (output.form !== 'text') return;
  const decoder = new TextDecoder();
  let read = '';
  for await (const chunk of chunksOf(await rejectedLines(user, path))) {
    read += decoder.decode(chunk, { stream: true });
    if (read.split('\n').length > SHOWN + 1) break;
  }
  for (const line of read.split(/\r?\n/).slice(0, SHOWN + 1)) if (line) output.say(`  ${cell(line)}`);
}
