import { BackgroundLoop, Logger, isOutage } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Claimed } from '../import-document';
import { Imports } from '../imports';
import { TidyUploads } from '../receiving/tidy-uploads';
import { WorkFile } from './work-file';

/** How often is looked for files that came to other copies of this service, or were left by them (milliseconds). */
const LOOK_MS = 1_000;
const TIDY_MS = 5_000;
/** What fails so often in a row fails for ever. */
const MOST_FAILURES = 8;

/** Works through files in every copy of this service, turn after turn while there is something. */
@Injectable()
export class WorkImports implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly working: BackgroundLoop;
  private readonly tidying: BackgroundLoop;

  constructor(
    private readonly imports: Imports,
    private readonly workFile: WorkFile,
    tidyUploads: TidyUploads,
    private readonly log: Logger,
  ) {
    this.working = new BackgroundLoop({
      name: 'working through imports',
      everyMs: LOOK_MS,
      round: () => this.turn(),
      log,
    });
    this.tidying = new BackgroundLoop({
      name: 'tidying up after uploads',
      everyMs: TIDY_MS,
      round: () => tidyUploads.execute(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.working.start();
    this.tidying.start();
  }

  /** A file has come. */
  nudge(): void {
    this.working.nudge();
  }

  /** Works on the file whose turn it is for a while. False: there was nothing to do. */
  async turn(): Promise<boolean> {
    const claimed = await this.imports.claim();
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

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.working.stop(), this.tidying.stop()]);
  }

  private giveWay(claimed: Claimed): Promise<void> {
    const { imports } = this;
    return claimed.failures < MOST_FAILURES ? imports.putOff(claimed) : imports.fail(claimed, 'internal');
  }
}
