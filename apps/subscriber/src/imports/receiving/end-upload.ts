import { Injectable } from '@nestjs/common';
import { type Import, type Payload } from '@carillon/contracts';
import { toImport } from '../import-document';
import { WorkSchedule } from '../working/work-schedule';
import { givenUp } from './given-up';
import { Pieces } from './pieces';
import { Uploads } from './uploads';

/** All of a file is here: it waits to be worked through. Again it answers how far that is. Errors: request_timeout. */
@Injectable()
export class EndUpload {
  constructor(
    private readonly uploads: Uploads,
    private readonly pieces: Pieces,
    private readonly schedule: WorkSchedule,
  ) {}

  async execute(end: Payload<'import.end'>): Promise<Import> {
    const known = await this.uploads.find(end.userId, end.id);
    if (known?.uploadId !== end.uploadId) throw givenUp();
    if (known.receivedAt) return toImport(known);
    if (known.state !== 'RECEIVING') throw givenUp();
    if ((await this.pieces.count(end)) !== end.pieces) throw new Error('Pieces of an upload are missing');
    const complete = await this.uploads.complete(end);
    if (!complete) throw givenUp();
    this.schedule.nudge();
    return complete;
  }
}
