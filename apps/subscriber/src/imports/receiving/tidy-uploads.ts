import { Injectable } from '@nestjs/common';
import { Imports } from '../imports';
import { Pieces } from './pieces';

/** A gateway that is alive gives up sooner, and says so (milliseconds). */
const SILENT_MS = 60_000;

/** Gives up what a gateway that is gone was uploading, and removes files that nobody needs any more. */
@Injectable()
export class TidyUploads {
  constructor(
    private readonly imports: Imports,
    private readonly pieces: Pieces,
  ) {}

  async execute(): Promise<boolean> {
    const silent = await this.imports.silentFor(SILENT_MS);
    for (const upload of silent) await this.imports.giveUp(upload);
    const finished = await this.imports.finished();
    for (const upload of finished) {
      await this.pieces.forget(upload);
      await this.imports.noteForgotten(upload);
    }
    return silent.length + finished.length > 0;
  }
}
