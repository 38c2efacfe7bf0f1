import { Injectable } from '@nestjs/common';
import { Pieces } from './pieces';
import { Uploads } from './uploads';

/** A gateway that is alive gives up sooner, and says so (milliseconds). */
const SILENT_MS = 60_000;

/** Gives up what a gateway that is gone was uploading, and removes files that nobody needs any more. */
@Injectable()
export class TidyUploads {
  constructor(
    private readonly uploads: Uploads,
    private readonly pieces: Pieces,
  ) {}

  async execute(): Promise<boolean> {
    const silent = await this.uploads.silentFor(SILENT_MS);
    for (const upload of silent) await this.uploads.fail(upload);
    const finished = await this.uploads.finished();
    for (const upload of finished) {
      await this.pieces.forget(upload);
      await this.uploads.noteForgotten(upload);
    }
    return silent.length + finished.length > 0;
  }
}
