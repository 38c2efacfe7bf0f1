import { type AuditEntry, type Payload, type Price, newId } from '@carillon/contracts';
import { AccountService, by } from './account-service';

const price = (changes: Partial<Price> = {}): Price => ({
  ...{ channel: 'SMS', provider: null, country: 'DE', price: '0.0792' },
  ...changes,
});

describe('the prices', () => {
  let service: AccountService;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  afterAll(() => service.stop());

  const current = async () => (await service.messenger.request('price-list.get', { id: null })).priceList;
  const replace = (prices: Price[], more: Partial<Payload<'price-list.replace'>> = {}) =>
    service.messenger.request('price-list.replace', { by, id: newId(), currency: 'EUR', prices, ...more });
  const entries = async (): Promise<AuditEntry[]> => {
    const all = { userId: null, action: 'prices.updated' as const, since: null, until: null };
    return (await service.messenger.request('audit.page', { ...all, after: null, limit: 100 })).items;
  };

  it('are versions, of which campaigns that start get the current one', async () => {
    const user = await service.user();
    const profile = () => service.messenger.request('account.sending-profile', { userId: user.id });
    expect(await current()).toBeNull();
    expect(await profile()).not.toHaveProperty('priceListId');
    const first = await replace([price()]);
    expect(await current()).toEqual(first);
    const second = await replace([price(), price({ country: 'AT', price: '0.10' })]);
    expect((await profile()).priceListId).toBe(second.id);
    expect(await service.messenger.request('price-list.get', { id: first.id })).toEqual({ priceList: first });
    expect(await service.messenger.request('price-list.get', { id: newId() })).toEqual({ priceList: null });
  });

  it('are replaced once by a repeated request, and by all of several at the same time', async () => {
    const id = newId();
    const made = await replace([price({ price: '1' })], { id });
    expect(await replace([price({ price: '1' })], { id })).toEqual(made);
    const several = await Promise.all(['2', '3', '4'].map((each) => replace([price({ price: each })])));
    const versions = (await service.documents('priceLists')).map(({ version }) => version as number);
    expect(new Set(versions).size).toBe(versions.length);
    expect(several).toContainEqual(await current());
  });

  it('have their differences in the audit trail', async () => {
    await replace([price(), price({ channel: 'EMAIL', country: null, price: '0.40' })]);
    await replace(
      [
        price({ provider: 'TWILIO', price: '0.08' }),
        price({ channel: 'EMAIL', country: null, price: '0.40' }),
      ],
      {
        currency: 'USD',
      },
    );
    const newest = (await entries()).at(-1);
    expect(newest).toMatchObject({
      ...{ userId: null, action: 'prices.updated', target: { type: 'prices' } },
      changes: [
        { field: 'currency', before: 'EUR', after: 'USD' },
        { field: 'prices', before: ['SMS DE 0.0792'], after: ['SMS TWILIO DE 0.08'] },
      ],
    });
    const count = (await entries()).length;
    const same = await current();
    await replace(same?.prices ?? [], { currency: 'USD' });
    expect((await entries()).length).toBe(count);
  });
});
