import type { UploadOptions } from '@carillon/sdk';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Answer, Schemas } from '../api/api';
import { Unwell } from '../failures';
import { type Columns, cell, grouped, number } from '../output/columns';
import type { LiveLine } from '../output/live';
import type { Session } from '../session';
import { chunksOf, fileToSend, printAll, saveTo } from '../terminal/files';
import { ID, nounOf, options, verb } from '../words';
import type { StatedForm } from './file-form';

/** The result of an uploaded file: an import or a removal. */
type Job = Answer<Partial<Schemas['Import'] & Schemas['Removal']>>;
type Kind = 'imports' | 'removals';
export type FileFormat = 'csv' | 'ndjson';

/** The counts of a job, in the order in which they are shown. */
const counts = ['created', 'updated', 'removed', 'skipped', 'missing', 'suppressed', 'rejected'] as const;
/** How many rejected lines are shown by default. */
const SHOWN = 5;
const PAUSE_MS = 500;
const NEWLINE = 10;
/** The interval of progress updates (bytes); short enough for a bar. */
const SHOWN_EVERY = 256 * 1024;

/** Commands for uploaded files. */
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

  verb(noun, 'list', 'lists jobs')
    .addOption(options.limit)
    .action(({ limit }) => output.list<Job>(user.pages(`/${kind}`, {}, limit), columns));

  verb(noun, 'show <id>', 'shows the result of a file', `${ID} --wait`)
    .option('--wait', 'waits until the job is complete')
    .option('--rejected <file>', 'a file for the rejected lines and their reasons')
    .action(async (id, { wait, rejected }) => {
      const job = wait
        ? await followJob(session, kind, id)
        : await user.get(`/${kind}/{id}`, { path: { id } });
      await showJob(session, kind, id, job, rejected);
    });

  verb(noun, 'rejected <id>', 'prints the rejected lines as CSV', `${ID} > rejected.csv`).action(async (id) =>
    printAll(await user.open(`/${kind}/{id}/rejected`, { path: { id } }), world),
  );
}

/** Derives the format from the extension of the file. */
export function formatOf(file: string): FileFormat {
  return /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv';
}

/** How a file is sent, and where its rejected lines are saved. */
interface Sending {
  format?: FileFormat | undefined;
  rejected?: string | undefined;
  wait: boolean;
  encoding?: StatedForm['encoding'];
  delimiter?: StatedForm['delimiter'];
}

/**
 * Sends a file with `send`, waits until it is processed if `wait` is set, and shows the result.
 * @throws Unwell if some of its lines were rejected
 */
export async function sendFile(
  session: Session,
  kind: Kind,
  file: string,
  { format = formatOf(file), rejected, wait, ...stated }: Sending,
  send: (upload: UploadOptions, form: StatedForm) => Promise<Job>,
): Promise<void> {
  const { output, world } = session;
  const source = fileToSend(file, world);
  // Standard input can be read only once, so the API detects its form.
  const isKnown = format === 'csv' && file !== '-';
  // Members are removed by one address on one channel.
  const rows = kind === 'imports' ? 'people' : 'addresses';
  const prepared = isKnown
    ? await (await import('./people-file')).preparedFile(file, source.open, stated, rows)
    : null;
  if (prepared) output.note(prepared.found);
  const draw = await output.startLive();
  let lines = 0;
  let shown = 0;
  /** Opens the file at its beginning for each attempt. */
  const open = (): Readable => {
    lines = shown = 0;
    const chunks = seen((prepared ?? source).open(), (chunk) => (lines += newlinesIn(chunk)));
    return Readable.from(chunks, { objectMode: false });
  };
  const onProgress: UploadOptions['onProgress'] = ({ sent }) => {
    if (sent < shown && sent !== source.size) return;
    shown = sent + SHOWN_EVERY;
    draw([sendingLine(sent, source.size)]);
  };
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  // Standard input can be read only once.
  const upload = { type, file: file === '-' ? open() : open, onProgress } as const;
  const job = await send(upload, isKnown ? {} : stated).finally(() => output.endLive());
  if (!wait) return output.one(job);
  const { _id: id = '' } = job;
  // Approximate: a value may contain line breaks.
  const records = format === 'csv' ? lines - 1 : lines;
  await showJob(session, kind, id, await followJob(session, kind, id, records), rejected);
}

async function* seen(
  source: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    look(chunk);
    yield chunk;
  }
}

function newlinesIn(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function sendingLine(bytes: number, size: number | null): LiveLine {
  const megabytes = (n: number): string => `${(n / 1_000_000).toFixed(1)} MB`;
  if (!size) return `uploading  ${megabytes(bytes)}`;
  return {
    text: `uploading  {bar}  ${megabytes(bytes)} of ${megabytes(size)}`,
    width: 30,
    share: bytes / size,
  };
}

/**
 * Waits for the end of a job, and shows its progress.
 * @param lines the approximate number of lines in the file, if known
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
    if (world.signal.aborted) output.note(`The job continues. To check it: carillon ${kind} show ${id}`);
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
 * Shows the result of a file.
 * @param keepIn the file for rejected lines
 * @throws Unwell if some of its lines were rejected
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
    throw new Unwell(
      'Processing stopped before the end of the file. The last rejected line contains the reason',
    );
  const where = keepIn === undefined ? 'use --rejected FILE to save them' : `saved in ${keepIn}`;
  if (rejected > 0) throw new Unwell(`Rejected lines: ${grouped(rejected)}; ${where}`);
}

/** Enough rejected lines to find the problem: the first ones and the last one. */
async function showSome(rejected: Response, output: Session['output']): Promise<void> {
  let [seen, last] = [0, ''];
  for await (const line of createInterface(Readable.from(chunksOf(rejected), { objectMode: false }))) {
    seen += 1;
    if (seen <= SHOWN + 1) output.note(`  ${cell(line)}`);
    else last = line;
  }
  if (seen > SHOWN + 2) output.note('  …');
  if (last) output.note(`  ${cell(last)}`);
}
