import { type ContentChanges, type EmailSource, type Payload, contentOf, newId } from '@carillon/contracts';
import { TestSendFixture } from './test-send-fixture';

const unsubscribeUrl = 'https://carillon.example.com/u/preview';
const link = (path: string, text: string) => `<p><a href="https://choir.example/${path}">${text}</a></p>`;
const design = (html: string): EmailSource => ({
  kind: 'design',
  design: { blocks: [{ type: 'text', html }] },
});

describe('the translations of a campaign', () => {
  let fixture: TestSendFixture;
  beforeAll(async () => {
    fixture = await TestSendFixture.start({
      'audience.fields': ({ needed }) => ({
        ...{ people: { EMAIL: 4, WHATSAPP: 0, SMS: 2 }, isComplete: true, fields: [], sms: null },
        missing: needed.map((each) => ({ ...each, people: 1 })),
      }),
    });
  });
  beforeEach(() => fixture.clear());
  afterAll(() => fixture.service.stop());

  const content: ContentChanges = {
    subject: 'Spring concert',
    bodies: { EMAIL: link('en', 'Tickets') + link('both', 'Map'), SMS: 'Hello {{name}}' },
    translations: {
      de: { subject: 'Frühlingskonzert', bodies: { EMAIL: link('both', 'Karte') + link('de', 'Karten') } },
      'pt-BR': { bodies: { SMS: 'Olá {{apelido}}' } },
    },
  };
  const draft = () =>
    fixture.service.createDraft({ userId: fixture.userId, name: 'Spring', groups: [newId()], content });
  const edit = (id: string, changes: ContentChanges) =>
    fixture.service.messenger.request('campaign.update', { userId: fixture.userId, id, content: changes });
  const preview = (id: string, query: Partial<Payload<'campaign.preview'>> = {}) =>
    fixture.service.messenger.request('campaign.preview', {
      ...{ userId: fixture.userId, id, subscriberId: null, extraData: {}, unsubscribeUrl },
      ...query,
    });
  const refusalOf = (code: string, field: string, status = 'validation_failed') => ({
    code: status,
    fields: [expect.objectContaining({ field, code }) as object],
  });

  it('change one by one, and are removed', async () => {
    const { id } = await draft();
    const changed = await edit(id, {
      translations: { de: { bodies: { SMS: 'Hallo' } }, 'pt-BR': null, fr: { subject: 'Concert' } },
    });
    expect(Object.keys(changed.content.translations ?? {})).toEqual(['de', 'fr']);
    expect(changed.content.translations?.de).toMatchObject({
      subject: 'Frühlingskonzert',
      bodies: { EMAIL: expect.stringContaining('Karten') as string, SMS: 'Hallo', WHATSAPP: null },
    });
    const none = await edit(id, { translations: { de: null, fr: null } });
    expect(none.content).not.toHaveProperty('translations');
    expect(none.content.bodies).toEqual(contentOf(content).bodies);
  });

  it('have emails that are made from blocks, whose HTML is not edited by itself', async () => {
    const { id } = await fixture.service.createDraft({
      ...{ userId: fixture.userId, content: { bodies: { EMAIL: '<p>Hi</p>' } } },
      translations: { de: { emailSource: design('Hallo') } },
    });
    const { content: made } = await fixture.service.get(id, fixture.userId);
    expect(made.translations?.de?.bodies.EMAIL).toContain('Hallo');
    expect(made.translations?.de?.emailSource).toEqual(design('Hallo'));
    const html = (EMAIL: string | null, more = {}) =>
      edit(id, { translations: { de: { bodies: { EMAIL }, ...more } } });
    await expect(html('<p>Hallo</p>')).rejects.toMatchObject(
      refusalOf('conflict', 'translations.de.emailMessage'),
    );
    const detached = await html('<p>Hallo</p>', { emailSource: null });
    expect(detached.content.translations?.de).not.toHaveProperty('emailSource');

    const broken = {
      translations: { de: { emailSource: { kind: 'mjml', mjml: '<mjml><x/></mjml>' } as const } },
    };
    await expect(edit(id, broken)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: expect.arrayContaining([
        expect.objectContaining({ field: 'translations.de.emailMjml', code: 'invalid_mjml' }),
      ]) as object,
    });
    await edit(id, { translations: { de: { emailSource: design('Neu') } } });
    const removed = await html(null);
    expect(removed.content.translations?.de).toEqual({
      ...{ subject: null, preheader: null, whatsappTemplate: null },
      bodies: { EMAIL: null, SMS: null, WHATSAPP: null },
    });
  });

  it('are limited in number and size', async () => {
    const { id } = await draft();
    const tags = Array.from({ length: 19 }, (_, n) => `de-${String(n).padStart(3, '0')}`);
    const more = edit(id, { translations: Object.fromEntries(tags.map((tag) => [tag, { subject: 'x' }])) });
    await expect(more).rejects.toMatchObject(refusalOf('too_many', 'translations'));
    const EMAIL = 'x'.repeat(499_000);
    await edit(id, { translations: { de: { bodies: { EMAIL } } } });
    const large = edit(id, { translations: { fr: { bodies: { EMAIL } }, it: { bodies: { EMAIL } } } });
    await expect(large).rejects.toMatchObject(refusalOf('too_big', 'translations'));
  });

  it('name the field of a text with errors', async () => {
    const { id } = await draft();
    const texts = { engine: 'liquid' as const, translations: { de: { subject: '{% if %}' } } };
    await expect(edit(id, texts)).rejects.toMatchObject(
      refusalOf('invalid_template', 'translations.de.subject'),
    );
    const costly = { translations: { de: { bodies: { EMAIL: '{{a}}'.repeat(5_001) } } } };
    await expect(edit(id, costly)).rejects.toMatchObject(
      refusalOf('too_complex', 'translations.de.emailMessage'),
    );
  });

  it('need the texts for everyone before publishing', async () => {
    const { id } = await draft();
    await edit(id, { translations: { de: { bodies: { WHATSAPP: 'Hallo' } } } });
    await expect(fixture.service.publish(id, fixture.userId)).rejects.toMatchObject(
      refusalOf('required', 'whatsappMessage', 'campaign_incomplete'),
    );
  });

  it('are announced in a form that older dispatchers do not know, with the links of all languages', async () => {
    const { id } = await draft();
    await edit(id, { translations: { fr: { emailSource: design('<p>Salut</p>') } } });
    await fixture.service.publish(id, fixture.userId);
    const [announced] = await fixture.service.announcements(id);
    expect(announced?.event).toBe('campaign.published-with-translations');
    const {
      content: sent,
      compiledEmail,
      translatedEmails,
    } = announced?.payload as Payload<'campaign.published'>;
    expect(sent.translations).toMatchObject({
      de: { subject: 'Frühlingskonzert' },
      'pt-BR': { bodies: { SMS: 'Olá {{apelido}}' } },
    });
    expect(JSON.stringify(sent)).not.toContain('emailSource');
    expect(compiledEmail?.links.map(({ url }) => url)).toEqual([
      'https://choir.example/en',
      'https://choir.example/both',
      'https://choir.example/de',
    ]);
    expect(Object.keys(translatedEmails ?? {})).toEqual(['de', 'fr']);
    expect(JSON.stringify(translatedEmails?.de)).toContain('Karten');
  });

  it.each(['simple', 'liquid'] as const)(
    'are previewed for the language of a person, in %s',
    async (engine) => {
      const { id } = await draft();
      await edit(id, { engine });
      expect(await preview(id, { extraData: { language: 'de-AT' } })).toMatchObject({
        translation: 'de',
        EMAIL: { subject: 'Frühlingskonzert', html: expect.stringContaining('Karten') as string },
        SMS: { text: 'Hello ' },
      });
      expect(await preview(id, { extraData: { locale: 'pt_BR', apelido: 'Ana' } })).toMatchObject({
        translation: 'pt-BR',
        EMAIL: { subject: 'Spring concert', html: expect.stringContaining('Tickets') as string },
        SMS: { text: 'Olá Ana' },
      });
      const everyone = { translation: null, EMAIL: { subject: 'Spring concert' } };
      expect(await preview(id, { extraData: { language: 'pt' } })).toMatchObject(everyone);
      expect(await preview(id, { extraData: { language: 'de' }, translation: null })).toMatchObject(everyone);
      expect(await preview(id, { translation: 'de' })).toMatchObject({ translation: 'de' });
      await expect(preview(id, { translation: 'fr' })).rejects.toMatchObject(
        refusalOf('not_found', 'translation'),
      );
    },
  );

  it('are tested one by one', async () => {
    const { id } = await draft();
    const test = async (changes: Partial<Payload<'campaign.test'>>) => {
      await fixture.test(fixture.order(id, changes));
      return fixture.testSends.at(-1)?.content;
    };
    const german = await test({ extraData: { language: 'Deutsch' } });
    expect(german?.content).toMatchObject({ subject: '[Test] Frühlingskonzert' });
    expect(german?.content).not.toHaveProperty('translations');
    expect(JSON.stringify(german?.compiledEmail)).toContain('Karten');
    const everyone = await test({ extraData: { language: 'de' }, translation: null });
    expect(everyone?.content).toMatchObject({ subject: '[Test] Spring concert' });
    const phone = await test({ channel: 'SMS', translation: 'pt-BR', address: '+5511912345678' });
    expect(phone?.content.bodies.SMS).toBe('[Test] Olá {{apelido}}');
  });

  it('are checked where they differ', async () => {
    const { id } = await draft();
    await edit(id, {
      preheader: 'Two tickets for one',
      translations: { de: { bodies: { EMAIL: '<p><a href="#">Karten</a></p>' } } },
    });
    const { findings } = await fixture.service.messenger.request('campaign.check-content', {
      userId: fixture.userId,
      id,
    });
    expect(findings.map(({ code, field }) => [code, field])).toEqual([
      ['LINK_WITHOUT_TARGET', 'translations.de.emailMessage'],
      ['PLACEHOLDER_UNFILLED', 'smsMessage'],
      ['PLACEHOLDER_UNFILLED', 'translations.pt-BR.smsMessage'],
      ['UNSUBSCRIBE_LINK_ADDED', 'emailMessage'],
      ['UNSUBSCRIBE_LINK_ADDED', 'translations.de.emailMessage'],
      ['SMS_UNICODE', 'translations.pt-BR.smsMessage'],
    ]);
  });

  it('are kept in copies and templates, and left out of lists', async () => {
    const { id } = await draft();
    const copyId = newId();
    const { messenger } = fixture.service;
    const copy = await messenger.request('campaign.duplicate', { userId: fixture.userId, id, copyId });
    expect(copy.content.translations).toEqual(contentOf(content).translations);
    const page = { userId: fixture.userId, after: null, limit: 10, isSummary: true };
    const { items } = await messenger.request('campaign.list', page);
    expect(items).toHaveLength(2);
    expect(items.some((each) => each.content.translations)).toBe(false);
  });
});
