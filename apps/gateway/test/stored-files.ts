import { AppError, type Import, type Payload } from '@carillon/contracts';
import { imported } from './examples';
import type { Answers } from './gateway';

interface StoredFile {
  begin: Payload<'import.begin'>;
  pieces: { from: number; bytes: Buffer }[];
}

/** A fake of the subscriber service. It stores all received data, unless it is set to fail. */
export class StoredFiles {
  private readonly files = new Map<string, StoredFile>();
  /** The IDs of aborted uploads. */
  broken: string[] = [];
  /** The state of a file when its upload begins. */
  state: Import['state'] = 'RECEIVING';
  /** Delays every piece before it counts as stored. */
  holding: Promise<void> = Promise.resolve();
  /** The errors of commands that fail instead of taking effect. `seq` identifies the piece. */
  fail: (name: string, seq?: number) => AppError | null = () => null;

  readonly answers: Answers = {
    'import.begin': (begin) => {
      this.failing('import.begin');
      this.files.set(begin.id, { begin, pieces: [] });
      return jobOf(begin, this.state);
    },
    'import.append': async (piece) => {
      this.failing('import.append', piece.seq);
      await this.holding;
      return this.store(piece);
    },
    'import.end': ({ id, pieces }) => {
      this.failing('import.end');
      const file = this.files.get(id);
      if (!file) throw new AppError('import_not_found');
      if (file.pieces.length !== pieces) throw new Error('Pieces are missing');
      let end = 0;
      for (const { from, bytes } of file.pieces) {
        if (from !== end) throw new Error('A piece is not where it belongs');
        end += bytes.length;
      }
      return jobOf(file.begin, 'RUNNING');
    },
    'import.break': ({ id }) => {
      this.broken.push(id);
      return {};
    },
  };

  /** Everything that arrived. */
  get received(): Buffer {
    return Buffer.concat([...this.files.values()].flatMap(({ pieces }) => pieces.map(({ bytes }) => bytes)));
  }

  clear(): void {
    this.files.clear();
    this.broken = [];
    this.state = 'RECEIVING';
    this.holding = Promise.resolve();
    this.fail = () => null;
  }

  private store({ id, seq, from, bytes }: Payload<'import.append'>): Record<string, never> {
    const pieces = this.files.get(id)?.pieces ?? [];
    pieces[seq] = { from, bytes: Buffer.from(bytes) };
    return {};
  }

  private failing(name: string, seq?: number): void {
    const error = this.fail(name, seq);
    if (error) throw error;
  }
}

function jobOf({ id, kind, format }: Payload<'import.begin'>, state: Import['state']): Import {
  return { ...imported, id, kind, format, state };
}
