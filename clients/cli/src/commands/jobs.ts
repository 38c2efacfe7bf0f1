import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Answer, Schemas, Upload } from '../api/api';
import { Unwell } from '../failures';
import { type Columns, cell, grouped, number } from '../output/columns';
import type { LiveLine } from '../output/live';
import type { Session } from '../session';
import { chunksOf, fileToSend, printAll, saveTo } from '../terminal/files';
import { ID, nounOf, options, verb } from '../words';

/** What becomes of a file that was sent: an import or a removal. */
type Job = Answer<Partial<Schemas['Import'] & Schemas['Removal']>>;
type Kind = 'imports' | 'removals';
export type FileFormat = 'csv' | 'ndjson';

/** What a job counts, in the order in which it is shown. */
const counts = ['created', 'updated', 'removed', 'skipped', 'missing', 'suppressed', 'rejected'] as const;
/** How many rejected lines are shown unasked. */
const SHOWN = 5;
const PAUSE_MS = 500;
const NEWLINE = 10;
/** Bytes; often enough for a bar. */
const SHOWN_EVERY = 256 * 1024;

/** Files that were sent: what became of them. */
export function jobs(program: CommandUnknownOpts, session: Session, kind: Kind, description: string): void {
  const noun = nounOf(program, kind, description);
  const { user, output, world } = session;
  const tally =
    kind === 'imports' ? (['created', 'updated', 'skipped'] as const) : (['removed', 'missing'] as const);
  const columns: Columns<Job> = [
    '_id',
    'state',
    'group',
    number('lines'),
    ...tally.map((key) => number(key)),
    number('rejected'),
    'createdAt',
  ];

  verb(noun, 'list', 'lists them')
    .addOption(options.limit)
    .action(({ limit }) => output.list<Job>(user.pages(`/${kind}`, {}, limit), columns));

  verb(noun, 'show <id>', 'shows what became of a file', `${ID} --wait`)
    .option('--wait', 'until it is at its end')
    .option('--rejected <file>', 'where to keep the lines that are not taken, and why')
    .action(async (id, { wait, rejected }) => {
      const job = wait
        ? await followJob(session, kind, id)
        : await user.get(`/${kind}/{id}`, { path: { id } });
      await showJob(session, kind, id, job, rejected);
    });

  verb(noun, 'rejected <id>', 'prints the lines that were not taken, as CSV', `${ID} > rejected.csv`).action(
    async (id) => printAll(await user.open(`/${kind}/{id}/rejected`, { path: { id } }), world),
  );
}

/** By the end of its name. */
export function formatOf(file: string): FileFormat {
  return /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv';
}

/** How a file is sent, and what becomes of the lines of it that are rejected. */
interface Sending {
  format?: FileFormat | undefined;
  rejected?: string | undefined;
  wait: boolean;
}

/**
 * Sends a file by `send`, waits until it is worked through unless that is not wanted, and shows what became of it.
 * @throws Unwell when not all of its lines were taken
 */
export async function sendFile(
  session: Session,
  kind: Kind,
  file: string,
  { format = formatOf(file), rejected, wait }: Sending,
  send: (upload: Upload) => Promise<Job>,
): Promise<void> {
  const { output, world } = session;
  const source = fileToSend(file, world);
  const draw = await output.startLive();
  let sent = { bytes: 0, lines: 0 };
  const open = (): Readable => {
    sent = { bytes: 0, lines: 0 };
    const chunks = counted(source.open(), sent, () => draw([sendingLine(sent.bytes, source.size)]));
    return Readable.from(chunks, { objectMode: false });
  };
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  const job = await send({ type, open, isOnce: file === '-' }).finally(() => output.endLive());
  if (!wait) return output.one(job);
  const { _id: id = '' } = job;
  // Roughly: a value may have line breaks in it.
  const lines = format === 'csv' ? sent.lines - 1 : sent.lines;
  await showJob(session, kind, id, await followJob(session, kind, id, lines), rejected);
}

/** Counts what leaves: bytes and line breaks. */
async function* counted(
  source: AsyncIterable<Buffer>,
  sent: { bytes: number; lines: number },
  show: () => void,
) {
  let next = 0;
  for await (const chunk of source) {
    yield chunk;
    sent.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) sent.lines += 1;
    if (sent.bytes < next) continue;
    show();
    next = sent.bytes + SHOWN_EVERY;
  }
  show();
}

function sendingLine(bytes: number, size: number | null): LiveLine {
  const megabytes = (n: number): string => `${(n / 1_000_000).toFixed(1)} MB`;
  if (!size) return `sending  ${megabytes(bytes)}`;
  return {
    text: `sending  {bar}  ${megabytes(bytes)} of ${megabytes(size)}`,
    width: 30,
    share: bytes / size,
  };
}

/**
 * Waits for the end of a job, and shows how far it is.
 * @param lines how many the file has, roughly, where that is known
 */
async function followJob({ user, output, world }: Session, kind: Kind, id: string, lines = 0): Promise<Job> {
  const draw = await output.startLive();
  try {
    for (;;) {
      const job: Job = await user.get(`/${kind}/{id}`, { path: { id } });
      if (job.state === 'DONE' || job.state === 'FAILED') return job;
      draw(jobLines(job, lines));
      await world.pause(PAUSE_MS, world.signal);
    }
  } finally {
    output.endLive();
    if (world.signal.aborted) output.say(`It goes on. To see it again: carillon ${kind} show ${id}`);
  }
}

function jobLines(job: Job, lines: number): LiveLine[] {
  const { state, lines: done = 0 } = job;
  const text = `${cell(state)}  {bar}  ${grouped(done)} of about ${grouped(lines)} lines`;
  return [
    lines ? { text, width: 20, share: done / lines } : `${cell(state)}  ${grouped(done)} lines`,
    counts.flatMap((key) => (job[key] ? [`${key} ${grouped(job[key])}`] : [])).join('  '),
  ];
}

/**
 * Shows what became of a file.
 * @param keepIn the file to keep rejected lines in
 * @throws Unwell when not all of its lines were taken
 */
async function showJob(session: Session, kind: Kind, id: string, job: Job, keepIn?: string): Promise<void> {
  const { user, output, world } = session;
  const { rejected = 0, state } = job;
  await output.one(job);
  const read = () => user.open(`/${kind}/{id}/rejected`, { path: { id } });
  if (keepIn !== undefined) await saveTo(keepIn, await read(), world);
  else if (output.form === 'text' && (rejected > 0 || state === 'FAILED'))
    await showSome(await read(), output);
  if (state === 'FAILED')
    throw new Unwell('The file was given up in the middle: the last of the rejected lines says why');
  const where = keepIn === undefined ? '--rejected FILE keeps them' : `they are in ${keepIn}`;
  if (rejected > 0) throw new Unwell(`Lines that were not taken: ${grouped(rejected)}; ${where}`);
}

/** Enough of the rejected lines to see what is wrong with the file: the first ones, and the last. */
async function showSome(rejected: Response, output: Session['output']): Promise<void> {
  let [seen, last] = [0, ''];
  for await (const line of createInterface(Readable.from(chunksOf(rejected), { objectMode: false }))) {
    seen += 1;
    if (seen <= SHOWN + 1) output.say(`  ${cell(line)}`);
    else last = line;
  }
  if (seen > SHOWN + 2) output.say('  …');
  if (last) output.say(`  ${cell(last)}`);
}
