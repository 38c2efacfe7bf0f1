import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller, Inject } from '@nestjs/common';
import { type AccountConfig, accountConfig } from '../config';
import { Users } from '../users';
import { parseQuotas } from '../plan-quotas';

/** The quotas of a user. The services that store the data enforce the quotas: libs/quotas. */
@Controller()
export class QuotasController {
  constructor(
    private readonly users: Users,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
  ) {}

  @Command('account.quotas')
  async quotas({ userId }: Payload<'account.quotas'>): Promise<Reply<'account.quotas'>> {
    const { plan } = await this.users.get(userId);
    const text = plan === 'FREE' ? this.config.QUOTAS_FREE : this.config.QUOTAS_UPGRADED;
    return { limits: parseQuotas(plan, text) };
  }
}
