import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { givenUp } from './given-up';
import { Pieces } from './pieces';
import { Uploads } from './uploads';

/** Keeps a piece of a file; it is safe when this has resolved. Errors: request_timeout. */
@Injectable()
export class AppendPiece {
  constructor(
    private readonly uploads: Uploads,
    private readonly pieces: Pieces,
    private readonly clock: Clock,
  ) {}

  async execute(piece: Payload<'import.append'>): Promise<void> {
    if (!(await this.uploads.hear(piece))) throw givenUp();
    await this.pieces.add(piece, this.clock.now());
  }
}
