import { orderName } from './campaign';
import { emailIn, forWorkers } from './compiled-email';
import {
  type SentContent,
  changedContent,
  contentIn,
  contentOf,
  eachLanguage,
  emptyContent,
  engineOf,
  textsIn,
} from './content';
import { guarded, publishedIn, unguarded } from './dispatch';

const bodies = { EMAIL: '<p>Hi</p>', SMS: 'Hi' };

describe('a content in Liquid', () => {
  it('has no texts for processes that do not know Liquid', () => {
    const content = contentOf({ engine: 'liquid', subject: 'Hi', preheader: 'There', bodies });
    expect({ ...content, liquid: undefined }).toEqual({ ...emptyContent, liquid: undefined });
    expect(textsIn(content)).toMatchObject({ subject: 'Hi', preheader: 'There', bodies });
  });

  it('keeps its texts and its engine when it is changed', () => {
    const simple = contentOf({ subject: 'Hi', bodies, fromName: 'Ann' });
    const liquid = changedContent(simple, { engine: 'liquid', preheader: 'New' });
    expect(engineOf(liquid)).toBe('liquid');
    expect(textsIn(liquid)).toMatchObject({ subject: 'Hi', preheader: 'New', bodies });
    const changed = changedContent(liquid, { bodies: { SMS: null }, fromName: 'Bea' });
    expect(textsIn(changed).bodies).toMatchObject({ EMAIL: '<p>Hi</p>', SMS: null });
    expect(changedContent(changed, { engine: 'simple' })).toEqual(
      contentOf({ subject: 'Hi', preheader: 'New', bodies: { EMAIL: '<p>Hi</p>' }, fromName: 'Bea' }),
    );
  });
});

describe('a content with translations', () => {
  const german = { subject: 'Hallo', bodies: { EMAIL: '<p>Hallo</p>' } };
  const content = contentOf({
    subject: 'Hi',
    preheader: 'There',
    bodies: { ...bodies, WHATSAPP: 'Hi' },
    translations: { 'pt-BR': { bodies: { SMS: 'Oi' } }, de: german },
  });

  it.each(['simple', 'liquid'] as const)('has all texts in each language, in %s', (engine) => {
    const written = changedContent(content, { engine }) as SentContent;
    const texts = eachLanguage(written).map(([tag, each]) => {
      expect(each).not.toHaveProperty('translations');
      expect(engineOf(each)).toBe(engine);
      return [tag, textsIn(each)];
    });
    const common = {
      subject: 'Hi',
      preheader: 'There',
      bodies: { ...bodies, WHATSAPP: 'Hi' },
      whatsappTemplate: null,
    };
    expect(texts).toMatchObject([
      [null, common],
      ['de', { ...common, subject: 'Hallo', bodies: { ...common.bodies, EMAIL: '<p>Hallo</p>' } }],
      ['pt-BR', { ...common, bodies: { ...common.bodies, SMS: 'Oi' } }],
    ]);
    expect(contentIn(written, 'fr')).toEqual(contentIn(written, null));
  });

  it('keeps the source of an email only while it has the email', () => {
    const emailSource = { kind: 'mjml', mjml: '<mjml/>' } as const;
    const made = changedContent(content, { translations: { de: { emailSource } } });
    expect(changedContent(made, { subject: 'New' }).translations?.de).toMatchObject({
      ...german,
      emailSource,
    });
    const removed = changedContent(made, { translations: { de: { bodies: { EMAIL: null } } } });
    expect(removed.translations?.de).not.toHaveProperty('emailSource');
    const detached = changedContent(made, { translations: { de: { emailSource: null } } });
    expect(detached).toEqual(content);
  });

  it('has no message that a worker of release 0.3.0 could send in the wrong language', () => {
    const published = { campaignId: 'c', watermark: false, ...guarded(content) };
    expect(published.content).toEqual(
      contentOf({ subject: 'Hi', preheader: 'There', bodies: { EMAIL: '<p>Hi</p>' } }),
    );
    expect(unguarded(published).content).toEqual(content);
    const email = { html: ['Hi'], text: ['Hi'], links: [] };
    const translatedEmails = { de: { ...email, html: ['Hallo'] } };
    const fields = forWorkers(content, { email, translatedEmails });
    expect(fields).toEqual({ wholeEmail: email, translatedEmails });
    const whole = { ...unguarded(published), ...fields };
    expect([null, 'de', 'pt-BR'].map((tag) => emailIn(publishedIn(whole, tag))?.html)).toEqual([
      ['Hi'],
      ['Hallo'],
      ['Hi'],
    ]);
  });

  it('has an event that older dispatchers do not know', () => {
    expect(orderName({ content })).toBe('campaign.published-with-translations');
    expect(orderName({ content: contentIn(content, null) })).toBe('campaign.published');
  });
});
