import { type Group, type Import, type Payload, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import type { SubscriberService } from './subscriber-service';

type Begin = Payload<'import.begin'>;

/** Uploads files to the subscriber service, as the gateway does. */
export class Importing {
  constructor(
    private readonly service: SubscriberService,
    readonly userId: string,
    readonly group: Pick<Group, 'id'>,
  ) {}

  begin(more: Partial<Begin> = {}): Promise<Import> {
    return this.service.messenger.request('import.begin', {
      id: newId(),
      uploadId: newId(),
      userId: this.userId,
      keyId: newId(),
      groupId: this.group.id,
      kind: 'ADD',
      format: 'csv',
      onExisting: 'skip',
      ...more,
    });
  }

  /** Uploads a whole file, in parts of this many bytes. */
  async upload(
    file: string | Buffer,
    { delimiter, ...more }: Partial<Begin> & { delimiter?: ';' } = {},
    pieceBytes = 256 * 1024,
  ): Promise<Import> {
    const uploadId = newId();
    const { id } = await this.begin({ uploadId, ...more });
    const bytes = Buffer.from(file);
    const pieces = Math.ceil(bytes.length / pieceBytes);
    for (let seq = 0; seq < pieces; seq++) {
      const from = seq * pieceBytes;
      await this.append({ id, uploadId, seq, from, bytes: bytes.subarray(from, from + pieceBytes) });
    }
    return this.end({ id, uploadId, pieces, ...(delimiter && { delimiter }) });
  }

  append(piece: { id: string; uploadId: string; seq: number; from: number; bytes: Buffer }) {
    return this.service.messenger.request('import.append', { ...piece, userId: this.userId });
  }

  end(end: { id: string; uploadId: string; pieces: number; delimiter?: ';' }): Promise<Import> {
    return this.service.messenger.request('import.end', { userId: this.userId, ...end });
  }

  get({ id, kind }: Pick<Import, 'id' | 'kind'>): Promise<Import> {
    return this.service.messenger.request('import.get', { userId: this.userId, id, kind });
  }

  async finished({ id, kind }: Pick<Import, 'id' | 'kind'>): Promise<Import> {
    await eventually(async () => (await this.get({ id, kind })).finishedAt !== null);
    return this.get({ id, kind });
  }

  /** Uploads a file, waits for its end, and returns the results of its lines, without zeros. */
  async run(file: string | Buffer, more: Partial<Begin> = {}): Promise<object> {
    const done = await this.finished(await this.upload(file, more));
    return { state: done.state, ...nonZero(done) };
  }

  async rejected({ id, kind }: Pick<Import, 'id' | 'kind'>, limit = 1000) {
    const lines = [];
    let after: string | null = null;
    do {
      const query: Payload<'import.rejected'> = { userId: this.userId, id, kind, after, limit };
      const page = await this.service.messenger.request('import.rejected', query);
      lines.push(...page.items);
      after = page.next;
    } while (after !== null);
    return lines;
  }
}

export function nonZero({ counts }: Pick<Import, 'counts'>): object {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
