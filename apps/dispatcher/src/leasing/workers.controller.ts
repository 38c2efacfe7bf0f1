import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { SettlementDrain } from './expire-leases';
import { SettleBatch } from './settle-batch';
import { LeaseBatch } from './lease-batch';
import { WorkerRegistry } from '../releasing';

/** Receives requests and reports of workers. */
@Controller()
export class WorkersController {
  constructor(
    private readonly workerRegistry: WorkerRegistry,
    private readonly leaseBatch: LeaseBatch,
    private readonly settleBatch: SettleBatch,
    private readonly settlementDrain: SettlementDrain,
  ) {}

  @OnBroadcast('worker.heartbeat')
  heartbeat(heartbeat: Payload<'worker.heartbeat'>): void {
    this.workerRegistry.heartbeat(heartbeat);
  }

  @Command('batch.lease')
  async lease(request: Payload<'batch.lease'>): Promise<Reply<'batch.lease'>> {
    return { lease: await this.leaseBatch.lease(request) };
  }

  @OnEvent('batch.settled')
  settled(report: Payload<'batch.settled'>): Promise<void> {
    return this.settleBatch.settleBatch(report);
  }

  @OnEvent('settlements.drain-marker')
  drainMarkerPassed({ markerId }: Payload<'settlements.drain-marker'>): Promise<void> {
    return this.settlementDrain.passed(markerId);
  }

  @OnBroadcast('settlements.drain-requested')
  drainRequested({ markerId }: Payload<'settlements.drain-requested'>): Promise<void> {
    return this.settlementDrain.confirm(markerId);
  }

  @OnBroadcast('settlements.drained')
  drained(confirmation: Payload<'settlements.drained'>): void {
    this.settlementDrain.drained(confirmation);
  }

  @OnEvent('lease.declined')
  declined(declined: Payload<'lease.declined'>): Promise<void> {
    return this.settleBatch.decline(declined);
  }
}
