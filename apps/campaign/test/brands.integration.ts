import { type AuditNote, type Brand, type Payload, newId, noBrand } from '@carillon/contracts';
import { OtherServices, anErasureStep, eventually, someone } from '@carillon/testing';
import { CampaignService } from './campaign-service';

let service: CampaignService;
let account: OtherServices;
const noted: AuditNote[] = [];
beforeAll(async () => {
  service = await CampaignService.start();
  account = await OtherServices.on(service.broker);
  await account.hear('account.events', {
    'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
  });
});
afterAll(async () => {
  await account.close();
  await service.stop();
});

const update = (userId: string, changes: Partial<Brand>) =>
  service.messenger.request('brand.update', { userId, by: someone, ...changes });
const get = (userId: string) => service.messenger.request('brand.get', { userId });
const links: Brand['links'] = [{ network: 'mastodon', href: 'https://social.example.com/@choir' }];
const logo = { src: 'https://news.example.com/logo.png', alt: 'Choir' };

describe('a brand', () => {
  it('has no values at first, and keeps those that a change does not give', async () => {
    const userId = newId();
    expect(await get(userId)).toEqual(noBrand);
    expect(await update(userId, { color: '#0b4aa8', logo })).toEqual({ ...noBrand, color: '#0b4aa8', logo });
    await update(userId, { logo: null, links });
    expect(await get(userId)).toEqual({ ...noBrand, color: '#0b4aa8', links });
    expect(await get(newId())).toEqual(noBrand);
  });

  it('keeps all of several concurrent changes', async () => {
    const userId = newId();
    const changes = [{ color: '#0b4aa8' }, { font: 'serif' }, { website: 'https://example.com/' }, { links }];
    await Promise.all(changes.map((change) => update(userId, change as Partial<Brand>)));
    expect(await get(userId)).toEqual(Object.assign({}, noBrand, ...changes));
  });

  it('is recorded in the audit trail when it changes', async () => {
    const userId = newId();
    await update(userId, { logo, links });
    await update(userId, { logo });
    await update(userId, { color: '#0b4aa8' });
    const found = () => noted.filter((note) => note.userId === userId);
    await eventually(() => found().length === 2);
    expect(found().map(({ action, target, changes }) => [action, target.type, changes])).toEqual([
      [
        'brand.updated',
        'user',
        [
          { field: 'logo', before: null, after: logo.src },
          { field: 'links', before: [], after: ['https://social.example.com/@choir'] },
        ],
      ],
      ['brand.updated', 'user', [{ field: 'color', before: null, after: '#0b4aa8' }]],
    ]);
  });

  it('is erased with its account', async () => {
    const userId = newId();
    await update(userId, { logo });
    const step = { ...anErasureStep(), userId, address: null };
    await service.messenger.request('erasure.step-in-campaign', step);
    expect(await get(userId)).toEqual(noBrand);
  });
});
