import { AppError, type Import, type Payload } from '@carillon/contracts';
import { Clock, freeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Groups } from '../../groups/groups';
import { toImport } from '../import-document';
import { Imports, type Upload } from '../imports';
import { WorkImports } from '../working/work-imports';
import { Pieces } from './pieces';

/** Files of a user that arrive or are worked through at the same time. */
const UNFINISHED_PER_USER = 10;
/** A try fails only when another process gave the slot away meanwhile. */
const TRIES = 100;

/** Takes files in piece by piece. One try to bring a file here is an upload. */
@Injectable()
export class ReceiveFile {
  constructor(
    private readonly imports: Imports,
    private readonly pieces: Pieces,
    private readonly groups: Groups,
    private readonly clock: Clock,
    private readonly workImports: WorkImports,
  ) {}

  /**
   * Opens an upload, before any of the file is read. A former try under this id that came to no end is void; a file that is
   * here wholly is answered as it is. Errors: group_not_found, limit_reached.
   */
  async begin(begin: Payload<'import.begin'>): Promise<Import> {
    const { userId, id, uploadId, groupId } = begin;
    const known = await this.imports.find(userId, id);
    if (known?.receivedAt || known?.uploadId === uploadId) return toImport(known);
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    if (!known) return this.open(begin);
    await this.discard({ userId, id, uploadId: known.uploadId });
    // The former try may have come to its end in between: what is there now decides.
    return this.begin(begin);
  }

  /** Keeps a piece of a file; it is safe when this has resolved. Errors: request_timeout. */
  async append(piece: Payload<'import.append'>): Promise<void> {
    if (!(await this.imports.apply(piece))) throw givenUp();
    await this.pieces.add(piece, this.clock.now());
  }

  /** All of a file is here: it waits to be worked through. Again it answers how far that is. Errors: request_timeout. */
  async end(end: Payload<'import.end'>): Promise<Import> {
    const known = await this.imports.find(end.userId, end.id);
    if (known?.uploadId !== end.uploadId) throw givenUp();
    if (known.receivedAt) return toImport(known);
    if (known.state !== 'RECEIVING') throw givenUp();
    if ((await this.pieces.count(end)) !== end.pieces) throw new Error('Pieces of an upload are missing');
    const complete = await this.imports.complete(end);
    if (!complete) throw givenUp();
    this.workImports.nudge();
    return complete;
  }

  /** Forgets a try, and what it brought, for another one under the same id. One that came to its end meanwhile stays. */
  async discard(upload: Upload): Promise<void> {
    if (await this.imports.discard(upload)) await this.pieces.forget(upload);
  }

  private async open(begin: Payload<'import.begin'>): Promise<Import> {
    for (let tries = 0; tries < TRIES; tries++) {
      const slot = freeSlot(await this.imports.slotsOf(begin.userId), UNFINISHED_PER_USER);
      if (slot === undefined) {
        const detail = `At most ${UNFINISHED_PER_USER} imports and removals may be unfinished at once`;
        throw new AppError('limit_reached', detail);
      }
      const opened = await this.imports.open(begin, slot, this.clock.now());
      if (opened) return opened;
    }
    throw new AppError('service_unavailable', 'Too many imports are being begun at once');
  }
}

/** Nothing was heard for too long, or another try took this one's place. */
function givenUp(): AppError {
  return new AppError('request_timeout', 'The upload was given up');
}
