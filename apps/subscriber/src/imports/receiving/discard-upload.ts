import { Injectable } from '@nestjs/common';
import { Pieces } from './pieces';
import { type Upload, Uploads } from './uploads';

/** Forgets a try to bring a file here, and what it brought, for another try under the same id. */
@Injectable()
export class DiscardUpload {
  constructor(
    private readonly uploads: Uploads,
    private readonly pieces: Pieces,
  ) {}

  /** One that has come to its end meanwhile stays. */
  async execute(upload: Upload): Promise<void> {
    if (await this.uploads.discard(upload)) await this.pieces.forget(upload);
  }
}
