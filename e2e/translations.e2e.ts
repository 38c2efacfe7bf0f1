import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { newGroup, subscribe, subscribeTo, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { newNumber, newPhoneUser } from '../dev/driver/phones';

const link = (words: string, path: string): string =>
  `<p>{{name|}} <a href="https://choir.example/${path}">${words}</a></p>`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a campaign in several languages', () => {
  it('reaches each person in their language on three channels, and counts the links of all languages', async () => {
    const user = await newPhoneUser();
    await data('PATCH', '/account/tracking', { mode: 'FULL' }, user.key);
    const group = await newGroup(user);
    const addressOf = (name: string): string => `${name}.${group.slug}@example.com`;
    const austrian = await subscribe(user, group, addressOf('resi'), { name: 'Resi', language: 'de-AT' });
    const person = { email: [addressOf('ana')], locale: 'pt-BR' };
    expect((await call('POST', '/people', person, user.key)).status).toBe(201);
    await subscribe(user, group, addressOf('ana'), { name: 'Ana' });
    await subscribe(user, group, addressOf('ann'), { name: 'Ann' });
    const [chat, phone] = [newNumber(), newNumber()];
    await subscribeTo('whatsapp', user, group, chat, { Sprache: 'Deutsch' });
    await subscribeTo('sms', user, group, phone, { locale: 'pt_BR.UTF-8' });

    const draft = {
      name: unique('Concert'),
      groups: [group.id],
      subject: 'Spring concert',
      emailMessage: link('Tickets', 'tickets') + link('Map', 'map'),
      whatsappMessage: 'Hello',
      smsMessage: 'Hello',
      translations: {
        de: {
          subject: 'Frühlingskonzert',
          emailDesign: {
            blocks: [
              { type: 'text', html: '<p>Servus {{name}}</p>' },
              { type: 'button', label: 'Karten', href: 'https://choir.example/karten' },
            ],
          },
          whatsappMessage: 'Hallo',
        },
        'pt-BR': { subject: 'Concerto', smsMessage: 'Olá' },
      },
    };
    const id = text(await data('POST', '/campaigns/drafts', draft, user.key), 'createDraft', '_id');
    const { campaign } = await data('GET', `/campaigns/${id}`, undefined, user.key);
    expect(campaign).toMatchObject({ translations: { ...draft.translations, de: { emailMjml: null } } });
    const path = `/campaigns/${id}`;
    const preview = async (of: object): Promise<Json> =>
      (await data('POST', `${path}/preview`, of, user.key)).previewCampaign as Json;
    expect(await preview({ subscriberId: austrian })).toMatchObject({
      translation: 'de',
      EMAIL: { subject: 'Frühlingskonzert', html: expect.stringContaining('Servus Resi') as string },
    });
    const unknown = await call('POST', `${path}/preview`, { extraData: {}, translation: 'fr' }, user.key);
    expect([unknown.status, unknown.body]).toMatchObject([422, { errors: [{ field: 'translation' }] }]);
    const test = { channel: 'SMS', identifier: newNumber(), translation: 'pt-BR' };
    await data('POST', `${path}/test`, test, user.key);
    const arrived = (address: string): Promise<Json> =>
      until(`the message to ${address}`, 60, async () => (await inboxOf(address))[0] ?? null);
    expect(await arrived(test.identifier)).toMatchObject({ text: '[Test] Olá' });

    await data('POST', '/campaigns/publish', { campaignId: id }, user.key);
    const german = await arrived(addressOf('resi'));
    expect(german).toMatchObject({ subject: 'Frühlingskonzert' });
    expect(german.html).toContain('Servus Resi');
    const portuguese = await arrived(addressOf('ana'));
    expect(portuguese).toMatchObject({ subject: 'Concerto' });
    expect(portuguese.html).toContain('Tickets');
    expect(await arrived(addressOf('ann'))).toMatchObject({ subject: 'Spring concert' });
    expect(await arrived(chat)).toMatchObject({ text: 'Hallo' });
    expect(await arrived(phone)).toMatchObject({ text: 'Olá' });

    const [, click = ''] = /href="([^"]*\/c\/[^"]*)"/.exec(String(german.html)) ?? [];
    const followed = await fetch(click, { headers: { 'user-agent': firefox }, redirect: 'manual' });
    expect(followed.headers.get('location')).toBe('https://choir.example/karten');
    const links = await until('the click', 60, async () => {
      const found = list(await data('GET', `${path}/links`, undefined, user.key), 'links');
      return found.some(({ clicks }) => (clicks as Json).unique === 1) ? found : null;
    });
    expect(links.map(({ url, clicks }) => [url, (clicks as Json).unique])).toEqual([
      ['https://choir.example/tickets', 0],
      ['https://choir.example/map', 0],
      ['https://choir.example/karten', 1],
    ]);
    const explained = async (name: string): Promise<Json[]> => {
      const query = `identifier=${encodeURIComponent(addressOf(name))}`;
      const { explanation } = await data('GET', `${path}/explain?${query}`, undefined, user.key);
      return list(explanation, 'deliveries');
    };
    expect(await explained('resi')).toMatchObject([{ state: 'SENT', translation: 'de' }]);
    expect(await explained('ann')).toMatchObject([{ state: 'SENT', translation: null }]);
  });
});
