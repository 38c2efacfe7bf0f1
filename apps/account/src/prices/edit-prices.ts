import { AppError, type AuditChange, type Payload, type Price, type PriceList } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { PriceLists } from './price-lists';

/** The number of prices in an entry of the audit trail. */
const NOTED = 100;

/** Replaces the prices. */
@Injectable()
export class EditPrices {
  constructor(
    private readonly lists: PriceLists,
    private readonly audited: AuditedChanges,
  ) {}

  /** A repeat with the same ID returns the existing list. Errors: service_unavailable to one of two concurrent changes. */
  async replace({ by, ...list }: Payload<'price-list.replace'>): Promise<PriceList> {
    const existing = await this.lists.find(list.id);
    if (existing) return existing;
    try {
      return await this.audited.make(by, async (session, now) => {
        const before = await this.lists.current(session);
        const result = await this.lists.add(list, now, session);
        return { result, action: pricesUpdated(before, result) };
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const repeated = await this.lists.find(list.id);
      if (repeated) return repeated;
      throw new AppError('service_unavailable', 'The prices are being changed by another request');
    }
  }
}

function pricesUpdated(before: PriceList | null, after: PriceList): AuditAction | null {
  const changes = [
    ...changesBetween({ currency: before?.currency ?? null }, { currency: after.currency }),
    ...priceChanges(before?.prices ?? [], after.prices),
  ];
  if (changes.length === 0) return null;
  return {
    userId: null,
    action: 'prices.updated',
    target: { type: 'prices', id: after.id, name: null },
    changes,
  };
}

/** Only the prices that differ, as `SMS TWILIO DE 0.0792`. */
function priceChanges(before: readonly Price[], after: readonly Price[]): AuditChange[] {
  const [removed, added] = [before.map(lineOf), after.map(lineOf)];
  const kept = new Set(removed.filter((line) => added.includes(line)));
  const changed = (lines: string[]) => lines.filter((line) => !kept.has(line)).slice(0, NOTED);
  const change = { field: 'prices', before: changed(removed), after: changed(added) };
  return change.before.length + change.after.length === 0 ? [] : [change];
}

function lineOf({ channel, provider, country, price }: Price): string {
  return [channel, provider, country, price].filter((each) => each !== null).join(' ');
}
