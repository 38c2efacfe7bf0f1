import { carillon, page } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const other = { _id: '6560f0a1b2c3d4e5f6a7b8c8', name: 'Other' };
const sent = { _id: ID, name: 'Sent', status: 'SENT', search: null, tag: 'Spring', approval: null };
const filters = () => page([other, { ...sent, archived: true }]);

const requestOf = async (...words: string[]) => {
  const outcome = await carillon(words, { answers: [filters(), page([])] });
  return { ...outcome, request: outcome.requests.at(-1) };
};

describe('a saved filter', () => {
  it('is found by its name in any letter case', async () => {
    const { request } = await requestOf('filters', 'rename', ' SENT', 'Spring');
    expect(request).toMatchObject({ request: `PATCH /saved-filters/${ID}`, body: { name: 'Spring' } });
  });

  it('limits the list of campaigns, and other options replace its parts', async () => {
    const list = ['campaigns', 'list', '--filter', 'sent'];
    expect((await requestOf(...list)).request).toMatchObject({
      request: 'GET /campaigns?status=SENT&tag=Spring&archived=true&limit=1000',
    });
    expect((await requestOf(...list, '--tag', 'Summer', '--search', 'news')).request).toMatchObject({
      request: 'GET /campaigns?status=SENT&search=news&tag=Summer&archived=true&limit=1000',
    });
  });

  it('is not guessed', async () => {
    const { code, stderr } = await requestOf('campaigns', 'list', '--filter', 'Sen');
    expect([code, stderr]).toEqual([1, expect.stringContaining('No saved filter has the name Sen')]);
  });
});
