import { Injectable } from '@nestjs/common';
import { AppError, type Import, type Payload } from '@carillon/contracts';
import { Clock, freeSlot } from '@carillon/platform';
import { Groups } from '../../groups/groups';
import { toImport } from '../import-document';
import { DiscardUpload } from './discard-upload';
import { Uploads } from './uploads';

/** Files of a user that arrive or are worked through at the same time. */
const UNFINISHED_PER_USER = 10;
/** A try fails only when another process gave the slot away meanwhile. */
const TRIES = 100;

/**
 * Opens an upload, before any of the file is read. A former try under this id that came to no end is void; a file that is
 * here wholly is answered as it is. Errors: group_not_found, limit_reached.
 */
@Injectable()
export class BeginImport {
  constructor(
    private readonly uploads: Uploads,
    private readonly discardUpload: DiscardUpload,
    private readonly groups: Groups,
    private readonly clock: Clock,
  ) {}

  async execute(begin: Payload<'import.begin'>): Promise<Import> {
    const { userId, id, uploadId, groupId } = begin;
    const known = await this.uploads.find(userId, id);
    if (known?.receivedAt || known?.uploadId === uploadId) return toImport(known);
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    if (!known) return this.open(begin);
    await this.discardUpload.execute({ userId, id, uploadId: known.uploadId });
    // The former try may have come to its end in between: what is there now decides.
    return this.execute(begin);
  }

  private async open(begin: Payload<'import.begin'>): Promise<Import> {
    for (let tries = 0; tries < TRIES; tries++) {
      const slot = freeSlot(await this.uploads.slotsOf(begin.userId), UNFINISHED_PER_USER);
      if (slot === undefined) {
        const detail = `At most ${UNFINISHED_PER_USER} imports and removals may be unfinished at once`;
        throw new AppError('limit_reached', detail);
      }
      const opened = await this.uploads.open(begin, slot, this.clock.now());
      if (opened) return opened;
    }
    throw new AppError('service_unavailable', 'Too many imports are being begun at once');
  }
}
