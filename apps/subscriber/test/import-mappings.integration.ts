import { type Payload, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { SubscriberService } from './subscriber-service';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

let userId: string;
beforeEach(() => {
  userId = newId();
});

const save = (columns: string[], more: Partial<Payload<'import-mapping.save'>> = {}) =>
  service.messenger.request('import-mapping.save', { userId, columns, fields: [], options: [], ...more });
const list = async (of = userId) => {
  const query = { userId: of, after: null, limit: 100 };
  return (await service.messenger.request('import-mapping.list', query)).items;
};

describe('the mapping of a file', () => {
  it('is remembered for a set of headers in any order, for one user', async () => {
    const mapping = {
      fields: [{ field: 'email', column: 'a' }],
      options: [{ name: 'b', type: 'date' as const, form: 'dmy', rule: 'fill' as const }],
    };
    await save(['a', 'b'], { fields: [{ field: 'address', column: 'a' }], everybody: 'sms' });
    const saved = await save(['b', 'a'], mapping);
    expect(saved).toEqual({ columns: ['b', 'a'], ...mapping, updatedAt: expect.any(String) as string });
    expect(await list()).toEqual([saved]);
    expect(await list(newId())).toEqual([]);
  });

  it('is forgotten after 20 files with other headers', async () => {
    for (let n = 0; n < 22; n++) await save([`c${n}`]);
    expect((await list()).map(({ columns }) => columns[0])).toEqual(
      Array.from({ length: 20 }, (_, n) => `c${n + 2}`),
    );
    expect(await service.stored('importMappings').countDocuments({ userId: new ObjectId(userId) })).toBe(20);
  });
});
