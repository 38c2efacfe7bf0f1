import { Injectable } from '@nestjs/common';
import { Imports } from './imports';
import { Pieces } from './pieces';
import { Rejections } from './rejections';

const THE_FIRST = new Date(0);
/** The number of files that are removed in one step. */
const SOME = 100;

/** Removes files of a deleted user, with their pieces and rejected lines. */
@Injectable()
export class RemoveFiles {
  constructor(
    private readonly imports: Imports,
    private readonly pieces: Pieces,
    private readonly rejections: Rejections,
  ) {}

  /** Returns true if none is left. The document is removed last, because it leads to the others. */
  async remove(userId: string): Promise<boolean> {
    for (let count = 0; count < SOME; count++) {
      const file = await this.imports.from(userId, null, THE_FIRST);
      if (!file) return true;
      const id = file._id.toHexString();
      await this.pieces.forgetAll(id);
      await this.rejections.removeAll(id);
      await this.imports.remove(userId, id);
    }
    return false;
  }
}
