import { type RehearsedCampaign, rehearsalQueryOf } from '@carillon/content';
import {
  type AppError,
  type ExpectedCost,
  type PriceList,
  costsOf,
  expectedMessages,
  monthOf,
  roundedUp,
  routesOf,
  spendingExcess,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Quotas } from '@carillon/quotas';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';

/**
 * How often a count of the recipients is asked for, each time for up to two seconds. Afterward, the recipients that were
 * counted so far count.
 */
const ATTEMPTS = 4;

/** What campaigns cost, and whether the plan allows it. An account without a limit, or without prices, costs no time. */
@Injectable()
export class Spending {
  constructor(
    private readonly quotas: Quotas,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** The expected cost of a campaign, and the error if the account would spend more in this month than it may. */
  async expect(
    campaign: RehearsedCampaign,
  ): Promise<{ problem: AppError | null; expectedCost?: ExpectedCost }> {
    const { userId } = campaign;
    const limit = await this.quotas.limitOf(userId, 'monthlySpending');
    const list = limit === Infinity ? null : await this.currentPrices();
    if (!list) return { problem: null };
    const { currency } = list;
    const [spent, total] = await Promise.all([this.spent(userId, list), this.costOf(campaign, list)]);
    const excess = spendingExcess({ limit, currency, spent, expected: total });
    if (excess) this.quotas.refuse('monthlySpending', limit, roundedUp(spent));
    return { problem: excess, expectedCost: { currency, total } };
  }

  /** What the account has spent in this month, in whole units of the currency, rounded up. */
  async used(userId: string): Promise<number> {
    const list = await this.currentPrices();
    return list ? roundedUp(await this.spent(userId, list)) : 0;
  }

  private async currentPrices(): Promise<PriceList | null> {
    return (await this.messenger.request('price-list.get', { id: null })).priceList;
  }

  private async spent(userId: string, { currency }: PriceList): Promise<string> {
    const since = monthOf(this.clock.now()).toISOString();
    return (await this.messenger.request('dispatch.spending', { userId, since, currency })).total;
  }

  private async costOf(campaign: RehearsedCampaign, list: PriceList): Promise<string> {
    const { userId, senders = {}, content } = campaign;
    const profile = await this.messenger.request('account.sending-profile', { userId });
    const query = rehearsalQueryOf(campaign, profile);
    let rehearsal = await this.messenger.request('audience.rehearse', query);
    for (let attempt = 1; !rehearsal.isComplete && attempt < ATTEMPTS; attempt++)
      rehearsal = await this.messenger.request('audience.rehearse', query);
    const isMms = content.media?.SMS !== undefined;
    return costsOf(list, expectedMessages(rehearsal, routesOf(profile, senders), isMms)).total;
  }
}
