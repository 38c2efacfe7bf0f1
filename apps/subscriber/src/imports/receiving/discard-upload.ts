import { Injectable } from '@nestjs/common';
import { Pieces } from './pieces';
import { Uploads } from './uploads';

/** Forgets a try to bring a file here, and what it brought, for another try under the same id. */
@Injectable()
export class DiscardUpload {
  constructor(
    private readonly uploads: Uploads,
    private readonly pieces: Pieces,
  ) {}

  async execute(userId: string, id: string): Promise<void> {
    await this.uploads.discard(userId, id);
    await this.pieces.forget(id);
  }
}
