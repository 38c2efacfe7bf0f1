import type { EraseStepEnd, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Quotas } from '@carillon/quotas';
import { Controller } from '@nestjs/common';
import { IdempotencyKeys } from '../../http/idempotency/idempotency-keys';

/** The gateway's part in erasures: the stored responses to requests with an Idempotency-Key. */
@Controller()
export class ErasureStepsController {
  constructor(
    private readonly answers: IdempotencyKeys,
    private readonly quotas: Quotas,
  ) {}

  /** Without an address, erases all data of the user. */
  @Command('erasure.step-in-gateway')
  async erase({ userId, address }: Payload<'erasure.step-in-gateway'>): Promise<EraseStepEnd> {
    if (address === null) {
      await this.answers.eraseAbout(userId);
      const isEmpty = await this.answers.removeSome(userId);
      if (isEmpty) await this.quotas.forget(userId);
      return { state: isEmpty ? 'done' : 'more', next: null };
    }
    await this.answers.erase(userId, address);
    return { state: 'done', next: null };
  }
}
