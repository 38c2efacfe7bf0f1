import { BackgroundTask, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { MediaFiles } from '../media-files';
import { FileStorage } from './storage';

const LOOK_MS = 10_000;
/** No upload takes this long: a process that was writing the file has ended (milliseconds). */
const ABANDONED_MS = 3_600_000;
/**
 * By this time, all redeliveries of the command that deleted a file have arrived, because a command expires after
 * seconds (milliseconds).
 */
const LAST_REDELIVERY_MS = 60_000;
/** Files that are removed in one round. */
const SOME = 50;

/** Removes the bytes and the documents of deleted files, and of files whose upload a crash ended. */
@Injectable()
export class MediaCleanup extends BackgroundTask {
  constructor(
    private readonly media: MediaFiles,
    private readonly storage: FileStorage,
    log: Logger,
  ) {
    super({ name: 'removing deleted files', everyMs: LOOK_MS, stopsLate: true, log });
  }

  /** Returns whether more files may be waiting. */
  async round(): Promise<boolean> {
    await this.media.giveUpOlderThan(ABANDONED_MS);
    const removable = await this.media.removable(LAST_REDELIVERY_MS, SOME);
    for (const id of removable) {
      await this.storage.remove(id);
      await this.media.forget(id);
    }
    return removable.length === SOME;
  }
}
