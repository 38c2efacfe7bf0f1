import type { Schemas } from '@carillon/sdk';
import { translationOf } from './translation';
import { bodyOf, draftOf, emptyDraft, hasWrongReplyTo, messagesOf, missingFrom } from './draft';

const menu = { _id: 'm', name: 'Menu.pdf', type: 'application/pdf', bytes: 9 };
const noTexts = {
  ...{ subject: null, preheader: null, emailMessage: null, emailDesign: null, emailMjml: null },
  ...{ whatsappMessage: null, smsMessage: null, whatsappTemplate: null },
};
const whole = { ...emptyDraft, name: 'Spring', groups: ['g'], smsMessage: 'Hi' };

const layout = { id: 'l1', version: 1, name: 'Frame', blocks: [{ type: 'slot' as const }] };

describe('a draft in the editor', () => {
  it('is stored without empty fields', () => {
    const messages = {
      ...{
        emailMessage: null,
        emailDesign: null,
        whatsappMessage: null,
        smsMessage: null,
        whatsappTemplate: null,
        attachments: [],
        ...{ whatsappMedia: null, smsMedia: null },
      },
      ...{ subject: null, preheader: null, fromName: null, replyTo: null, shouldRemoveWatermark: false },
      ...{ utm: null, name: null, senders: {}, groups: [], audience: emptyDraft.audience, engine: 'simple' },
      translations: {},
    };
    expect(bodyOf(emptyDraft)).toEqual(messages);
    expect(bodyOf({ ...emptyDraft, name: ' ', smsMessage: '\n' })).toEqual(messages);
    expect(bodyOf(whole)).toEqual({ ...messages, name: 'Spring', groups: ['g'], smsMessage: 'Hi' });
  });

  it('has the messages of a template, without the name and the audience', () => {
    const messages = messagesOf({ ...whole, subject: 'News' });
    expect(messages).toMatchObject({
      subject: 'News',
      smsMessage: 'Hi',
      emailMessage: null,
      emailDesign: null,
    });
    for (const field of ['name', 'groups', 'audience', 'senders']) expect(messages).not.toHaveProperty(field);
  });

  it('is the same after it was stored', () => {
    const stored = {
      name: '',
      groups: [],
      audience: {
        ...{ segments: ['s'], excludeGroups: ['x'], excludeSegments: [], topic: 't' },
        channels: { strategy: 'FIRST' as const, order: ['SMS' as const], fallbackHours: 4 },
      },
      senders: {},
      ...{ message: '', emailDesign: null, emailMjml: null, attachments: [menu] },
      ...{ whatsappMedia: menu, smsMedia: null },
      whatsappMessage: null,
      smsMessage: 'Hi',
      ...{ subject: null, preheader: 'Hurry', fromName: null, replyTo: null, shouldRemoveWatermark: true },
      engine: 'liquid' as const,
      translations: { de: { ...noTexts, subject: 'Frühling' } },
      utm: { isOn: true, source: 'shop', medium: null, campaign: null },
    };
    const draft = draftOf({ ...stored, whatsappTemplate: null } as unknown as Schemas['CampaignDetail']);
    expect(draft).toEqual({
      ...emptyDraft,
      smsMessage: 'Hi',
      attachments: [menu],
      whatsappMedia: menu,
      preheader: 'Hurry',
      shouldRemoveWatermark: true,
      engine: 'liquid',
      utm: stored.utm,
      audience: stored.audience,
      translations: { de: { ...translationOf(emptyDraft), subject: 'Frühling' } },
    });
    expect(bodyOf(draft).translations).toMatchObject({ de: { subject: 'Frühling', smsMessage: null } });
    expect(bodyOf(draft).utm).toEqual(stored.utm);
    expect(bodyOf(draft)).toMatchObject({ audience: stored.audience, attachments: ['m'] });
    expect(bodyOf(draft)).toMatchObject({ whatsappMedia: 'm', smsMedia: null });
    // A file needs a text.
    expect(missingFrom({ ...draft, name: 'Spring' })).toEqual(['caption']);
    expect(missingFrom({ ...draft, name: 'Spring', whatsappMessage: 'Look' })).toEqual([]);
  });

  it('is stored with blocks, with MJML, or with HTML', () => {
    const design = { blocks: [{ type: 'divider' as const }] };
    const stored = {
      ...{ message: '<hr>', senders: {}, groups: [], attachments: [], name: '', translations: {} },
      audience: emptyDraft.audience,
    };
    const of = (source: object) =>
      draftOf({
        ...stored,
        emailDesign: null,
        emailMjml: null,
        ...source,
      } as unknown as Schemas['CampaignDetail']);
    expect(bodyOf(of({ emailDesign: design }))).not.toHaveProperty('emailMessage');
    expect(bodyOf(of({ emailDesign: design }))).toMatchObject({ emailDesign: design });
    expect(bodyOf(of({ emailMjml: '<mjml />' }))).not.toHaveProperty('emailMessage');
    expect(bodyOf(of({ emailMjml: '<mjml />' }))).toMatchObject({ emailMjml: '<mjml />' });
    expect(bodyOf(of({}))).toMatchObject({ emailMessage: '<hr>', emailDesign: null });
    expect(bodyOf({ ...emptyDraft, emailDesign: { blocks: [] } })).toMatchObject({
      ...{ emailMessage: null, emailDesign: null },
    });
    const framed = { blocks: [], layout };
    expect(bodyOf({ ...emptyDraft, emailDesign: framed })).toMatchObject({ emailDesign: framed });
  });

  it('has an email if it has blocks, MJML, or HTML', () => {
    const unwritten = { ...whole, smsMessage: '' };
    expect(missingFrom({ ...unwritten, emailDesign: { blocks: [] } })).toEqual(['message']);
    expect(missingFrom({ ...unwritten, emailDesign: { blocks: [], layout } })).toEqual(['message']);
    expect(missingFrom({ ...unwritten, emailDesign: { blocks: [{ type: 'divider' }] } })).toEqual([]);
    expect(missingFrom({ ...unwritten, emailMjml: '<mjml />' })).toEqual([]);
  });

  it('does not depend on the order in which senders are chosen', () => {
    const [one, other] = [
      { SMS: 's', EMAIL: 'e' },
      { EMAIL: 'e', SMS: 's' },
    ];
    const bodies = [one, other].map((senders) => JSON.stringify(bodyOf({ ...whole, senders })));
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('needs a name, groups, and a message or a template', () => {
    expect(missingFrom(emptyDraft)).toEqual(['name', 'groups', 'message']);
    expect(missingFrom({ ...whole, smsMessage: ' ' })).toEqual(['message']);
    expect(missingFrom({ ...whole, smsMessage: '', contentSid: 'HX1' })).toEqual([]);
  });

  it('needs no groups if it has segments', () => {
    const segmented = { ...whole, groups: [], audience: { ...emptyDraft.audience, segments: ['s'] } };
    expect(missingFrom(segmented)).toEqual([]);
    expect(bodyOf(segmented)).toMatchObject({ groups: [], audience: { segments: ['s'] } });
    const excluding = { ...emptyDraft.audience, excludeGroups: ['x'], excludeSegments: ['s'] };
    expect(missingFrom({ ...segmented, audience: excluding })).toEqual(['groups']);
  });

  it('needs a valid reply address, if any', () => {
    expect(missingFrom({ ...whole, replyTo: 'ann@' })).toEqual(['replyTo']);
    expect(missingFrom({ ...whole, replyTo: 'ann@example.com ' })).toEqual([]);
    expect([hasWrongReplyTo({ ...whole, replyTo: 'ann@' }), hasWrongReplyTo(whole)]).toEqual([true, false]);
  });
});
