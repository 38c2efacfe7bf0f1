import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { GatherReports } from './delivery-reports';
import { SettlementDrain } from './expire-leases';
import { SettleBatch } from './settle-batch';
import { LeaseBatch } from './lease-batch';
import { WorkerRegistry } from '../releasing';

/** Receives the requests and reports of workers: heartbeats, leases, settlements, and what providers report later. */
@Controller()
export class WorkersController {
  constructor(
    private readonly workerRegistry: WorkerRegistry,
    private readonly leaseBatch: LeaseBatch,
    private readonly settleBatch: SettleBatch,
    private readonly settlementDrain: SettlementDrain,
    private readonly gatherReports: GatherReports,
  ) {}

  @OnBroadcast('worker.heartbeat')
  present(word: Payload<'worker.heartbeat'>): void {
    this.workerRegistry.heartbeat(word);
  }

  @Command('batch.lease')
  async take(request: Payload<'batch.lease'>): Promise<Reply<'batch.lease'>> {
    return { lease: await this.leaseBatch.execute(request) };
  }

  @OnEvent('batch.settled')
  settled(report: Payload<'batch.settled'>): Promise<void> {
    return this.settleBatch.execute(report);
  }

  @OnEvent('settlements.drain-marker')
  marker({ markerId }: Payload<'settlements.drain-marker'>): Promise<void> {
    return this.settlementDrain.passed(markerId);
  }

  @OnEvent('delivery.reported')
  reported(report: Payload<'delivery.reported'>): Promise<void> {
    return this.gatherReports.execute(report);
  }
}
