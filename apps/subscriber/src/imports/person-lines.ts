import type { EraseStepEnd, PersonLine, RejectedLine } from '@carillon/contracts';
import { type FileRecord, type Position, columnsOf, readFile, readRow, shown } from '@carillon/input';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type ImportDocument, toUpload } from './import-document';
import { Imports } from './imports';
import { Pieces } from './pieces';
import { mentions } from './mentions';
import { Rejections } from './rejections';
import { Uploads } from './uploads';

/** Rejected lines and pieces are kept for a month, and files wait for several hours at most. */
const KEPT_MS = 40 * 24 * 3_600_000;
/** How long an erasure waits for uploads that began before it, until it ends them (milliseconds). */
const UPLOAD_MS = 3_600_000;
/** The maximum clock difference between machines (milliseconds). */
const MARGIN_MS = 60_000;
/** The duration of one step (milliseconds). */
const STEP_MS = 2_000;
/** The approximate limit of lines in a reply. */
const LINES_A_STEP = 1_000;

/** The position where a step begins: an import, and in it a batch of rejected lines or a byte of the file. */
interface StepPosition {
  importId: string;
  rejectedAfter: string | null;
  /** Null: the rejected lines come first. */
  file: Position | null;
}

interface Person {
  userId: string;
  address: string;
}

/** A line of a pending file, and its position in bytes. */
interface WaitingLine {
  record: FileRecord;
  from: number;
}

interface Visit {
  rejected: (file: ImportDocument, startLine: number, lines: readonly RejectedLine[]) => Promise<void>;
  waiting: (file: ImportDocument, line: WaitingLine) => Promise<void>;
  /** Ends the step, after the lines that were read together. */
  isFull?: () => boolean;
}

/**
 * The lines of files with a person's data: rejected lines, and lines of waiting files. Reads all of the user's files of
 * the last month, for several seconds in each step.
 */
@Injectable()
export class PersonLines {
  constructor(
    private readonly imports: Imports,
    private readonly uploads: Uploads,
    private readonly pieces: Pieces,
    private readonly rejections: Rejections,
    private readonly clock: Clock,
  ) {}

  /** Lists the lines. */
  async read(person: Person, after: string | null): Promise<{ items: PersonLine[]; next: string | null }> {
    const items: PersonLine[] = [];
    const about = ({ _id, kind }: ImportDocument) => ({ importId: _id.toHexString(), kind });
    const next = await this.walk(person, after, {
      isFull: () => items.length >= LINES_A_STEP,
      rejected: async (file, _, lines) => {
        for (const { line, reason, text } of lines) items.push({ ...about(file), line, reason, text });
        return Promise.resolve();
      },
      waiting: async (file, { record: { line, bytes }, from }) => {
        const isThrough = file.state !== 'RUNNING' || from < file.position.offset;
        if (!isThrough) items.push({ ...about(file), line, reason: null, text: shown(bytes) });
        return Promise.resolve();
      },
    });
    return { items, next };
  }

  /**
   * Erases these lines: a rejected line keeps its number and the reason. A line of a waiting file becomes asterisks,
   * and is rejected when it is processed. The erasure waits up to an hour for a file that is being received when it
   * begins. Later uploads count as adding the person again.
   */
  async erase(person: Person, after: string | null, begunAt: Date): Promise<EraseStepEnd> {
    if (after === null && (await this.mustWait(person, begunAt))) return { state: 'wait', next: null };
    const next = await this.walk(person, after, {
      rejected: (file, startLine, lines) =>
        this.rejections.erase(
          file._id.toHexString(),
          startLine,
          lines.map(({ line }) => line),
        ),
      waiting: (file, { record, from }) => this.pieces.blank(toUpload(file), from, record.next.offset),
    });
    return { state: next === null ? 'done' : 'more', next };
  }

  /** Ends uploads after the waiting time: they are FAILED, like silent ones. */
  private async mustWait({ userId }: Person, begunAt: Date): Promise<boolean> {
    const receiving = await this.uploads.receiving(userId, new Date(begunAt.getTime() + MARGIN_MS));
    if (receiving.length === 0) return false;
    if (this.clock.now().getTime() - begunAt.getTime() < UPLOAD_MS) return true;
    for (const upload of receiving) await this.uploads.giveUp(upload);
    return false;
  }

  /** Returns the position of the next step; null: all files are done. */
  private async walk(person: Person, after: string | null, visit: Visit): Promise<string | null> {
    const until = performance.now() + STEP_MS;
    const isOver = (): boolean => performance.now() > until || visit.isFull?.() === true;
    const since = new Date(this.clock.now().getTime() - KEPT_MS);
    let position = after === null ? null : (JSON.parse(after) as StepPosition);
    for (;;) {
      const file = await this.imports.from(person.userId, position?.importId ?? null, since);
      if (!file) return null;
      const id = file._id.toHexString();
      const here = position?.importId === id ? position : { importId: id, rejectedAfter: null, file: null };
      const stopped = await this.walkFile(file, here, person, visit, isOver);
      if (stopped) return JSON.stringify(stopped);
      position = { importId: following(id), rejectedAfter: null, file: null };
      if (isOver()) return JSON.stringify(position);
    }
  }

  /** Returns the position of the next step; null: the file is done. */
  private async walkFile(
    file: ImportDocument,
    position: StepPosition,
    { address }: Person,
    visit: Visit,
    isOver: () => boolean,
  ): Promise<StepPosition | null> {
    if (position.file === null) {
      for await (const { startLine: batch, lines } of this.rejections.batches(
        position.importId,
        position.rejectedAfter,
      )) {
        const named = lines.filter(({ text }) => mentions(text, address));
        if (named.length > 0) await visit.rejected(file, batch, named);
        if (isOver()) return { ...position, rejectedAfter: String(batch) };
      }
    }
    if (!file.hasPieces || file.state === 'RECEIVING') return null;
    const shape = {
      format: file.format,
      columns: await this.columnsIn(file),
      defaultCountry: file.defaultCountry,
    };
    let from = (position.file ?? START).offset;
    const records = readFile(file, this.pieces.from(toUpload(file), from), position.file ?? START);
    for await (const chunk of records) {
      for (const record of chunk) {
        if (names(record, address, shape) && record.next.line > 1)
          await visit.waiting(file, { record, from });
        from = record.next.offset;
      }
      const last = chunk.at(-1);
      if (last && isOver()) return { ...position, file: last.next };
    }
    return null;
  }

  /** The header row of a CSV file. */
  private async columnsIn(file: ImportDocument): Promise<readonly string[]> {
    if (file.format !== 'csv') return [];
    if (file.columns) return file.columns;
    for await (const [header] of readFile(file, this.pieces.from(toUpload(file), 0), START)) {
      if (header) return columnsOf(header.cells ?? []);
    }
    return [];
  }
}

const START: Position = { offset: 0, line: 1 };

/** For an unreadable record, its text is compared. */
function names(record: FileRecord, address: string, shape: Parameters<typeof readRow>[1]): boolean {
  const { person } = readRow(record, shape);
  return person ? person.address === address : mentions(record.bytes.toString('utf8'), address);
}

/** The ID after this one: both have 24 hex digits. */
function following(id: string): string {
  return (BigInt(`0x${id}`) + 1n).toString(16).padStart(id.length, '0');
}
