import { USER, byUser } from './callers';
import { ID, savedFilter } from './examples';
import { Gateway } from './gateway';
import { aSessionOf } from './members';
import { obliging } from './services';

describe('saved filters', () => {
  let gateway: Gateway;
  const viewer = aSessionOf('viewer');
  beforeAll(async () => {
    gateway = await Gateway.start(obliging);
  });
  beforeEach(() => {
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  it('are read by everyone who can read, with null for what they do not limit', async () => {
    const answer = await gateway.call('GET', '/saved-filters', { headers: viewer }, null);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        data: {
          savedFilters: [
            {
              ...{ _id: savedFilter.id, name: savedFilter.name, status: 'SENT', search: null },
              ...{ tag: 'Spring', approval: null, archived: false },
            },
          ],
        },
      },
    ]);
    const saved = { name: 'Sent', status: 'SENT' };
    const refused = await gateway.call('POST', '/saved-filters', { body: saved, headers: viewer }, null);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  });

  it('store only the given fields, without those that are null', async () => {
    const body = { name: 'Late', status: null, search: 'news', approval: 'PENDING' };
    await gateway.call('POST', '/saved-filters', { body });
    expect(gateway.payloads('saved-filter.create')).toEqual([
      {
        ...{ id: expect.any(String) as string, userId: USER, by: byUser, name: 'Late' },
        filter: { search: 'news', approval: 'PENDING', isArchived: false },
      },
    ]);
  });

  it('lose the fields that a change sets to null, and keep the others', async () => {
    await gateway.call('PATCH', `/saved-filters/${ID}`, { body: { tag: null, archived: true } });
    await gateway.call('PATCH', `/saved-filters/${ID}`, { body: { name: 'Later' } });
    const change = { userId: USER, id: ID, by: byUser };
    expect(gateway.payloads('saved-filter.update')).toEqual([
      { ...change, filter: { tag: null, isArchived: true } },
      { ...change, name: 'Later', filter: {} },
    ]);
  });
});
