import { Injectable } from '@nestjs/common';
import { Logger, isOutage } from '@carillon/platform';
import { type Claimed, ImportLine } from './import-line';
import { WorkFile } from './work-file';

/** What fails so often in a row fails for ever. */
const MOST_FAILURES = 8;

/** Works on the file whose turn it is for a while. */
@Injectable()
export class WorkTurn {
  constructor(
    private readonly line: ImportLine,
    private readonly workFile: WorkFile,
    private readonly log: Logger,
  ) {}

  /** False: there was nothing to do. */
  async execute(): Promise<boolean> {
    const claimed = await this.line.claim();
    if (!claimed) return false;
    try {
      await this.workFile.execute(claimed);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.log.error({ importId: claimed.id, err: error }, 'working on an import failed');
      await this.giveWay(claimed);
    }
    return true;
  }

  private giveWay(claimed: Claimed): Promise<void> {
    return claimed.failures < MOST_FAILURES ? this.line.putOff(claimed) : this.line.fail(claimed, 'internal');
  }
}
