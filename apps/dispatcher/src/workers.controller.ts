import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { GatherReports } from './callbacks/gather-reports';
import { HearOut } from './settlement/hear-out';
import { SettleBatch } from './settlement/settle-batch';
import { TakeBatch } from './taking/take-batch';
import { Workforce } from './workers/workforce';

/** What workers ask for and tell: of themselves, of their batches, and later what providers call back. */
@Controller()
export class WorkersController {
  constructor(
    private readonly workforce: Workforce,
    private readonly takeBatch: TakeBatch,
    private readonly settleBatch: SettleBatch,
    private readonly hearOut: HearOut,
    private readonly gatherReports: GatherReports,
  ) {}

  @OnBroadcast('worker.present')
  present(word: Payload<'worker.present'>): void {
    this.workforce.heard(word);
  }

  @Command('batch.take')
  async take(request: Payload<'batch.take'>): Promise<Reply<'batch.take'>> {
    return { hand: await this.takeBatch.execute(request) };
  }

  @OnEvent('batch.settled')
  settled(report: Payload<'batch.settled'>): Promise<void> {
    return this.settleBatch.execute(report);
  }

  @OnEvent('settlements.barrier')
  barrier({ barrierId }: Payload<'settlements.barrier'>): Promise<void> {
    return this.hearOut.passed(barrierId);
  }

  @OnEvent('delivery.reported')
  reported(report: Payload<'delivery.reported'>): Promise<void> {
    return this.gatherReports.execute(report);
  }
}
