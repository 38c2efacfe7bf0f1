import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { PassBarrier } from './pass-barrier';
import { SettleBatch } from './settle-batch';

@Controller()
export class SettlementController {
  constructor(
    private readonly settleBatch: SettleBatch,
    private readonly passBarrier: PassBarrier,
  ) {}

  @OnEvent('batch.settled')
  settled(report: Payload<'batch.settled'>): Promise<void> {
    return this.settleBatch.execute(report);
  }

  @OnEvent('settlements.barrier')
  barrier({ barrierId }: Payload<'settlements.barrier'>): Promise<void> {
    return this.passBarrier.execute(barrierId);
  }
}
