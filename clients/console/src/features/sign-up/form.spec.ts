import {
  type SignUpForm,
  changesOf,
  emptyForm,
  entriesOf,
  lacksLink,
  repeatedAttribute,
  settingsOf,
} from './form';

const question = { attribute: 'firstName', label: 'First name', required: true };
const form: SignUpForm = {
  ...{ _id: 'a', user: 'b', name: 'Footer', group: 'c', language: 'en', title: 'Choir news', text: null },
  ...{ button: null, fields: [question], wording: 'Send me the news.', wordingVersion: 2, subject: null },
  ...{ html: null, plainText: null, requestedUrl: null, confirmedUrl: 'https://example.com/welcome' },
  ...{ url: 'https://example.com/subscribe/a', snippet: '<form></form>' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
};

describe('the settings of a sign-up form', () => {
  it('have null for each default, and no spaces around texts', () => {
    const entries = { ...emptyForm('de'), name: ' Footer ', group: 'c', title: 'News ', wording: ' Yes. ' };
    expect(settingsOf({ ...entries, text: '  ', button: ' Join ' })).toEqual({
      ...{ name: 'Footer', group: 'c', language: 'de', title: 'News', text: null, button: 'Join' },
      ...{ fields: [], wording: 'Yes.', subject: null, html: null, plainText: null },
      ...{ requestedUrl: null, confirmedUrl: null },
    });
  });
});

describe('the changes of a sign-up form', () => {
  const entries = entriesOf(form);

  it('are none if nothing but spaces is different', () => {
    expect(changesOf(form, { ...entries, wording: 'Send me the news. ', text: ' ' })).toBeNull();
  });

  it('contain only what is different', () => {
    expect(changesOf(form, { ...entries, wording: 'Once a month.' })).toEqual({ wording: 'Once a month.' });
    expect(changesOf(form, { ...entries, confirmedUrl: '' })).toEqual({ confirmedUrl: null });
    const optional = { ...question, required: false };
    expect(changesOf(form, { ...entries, fields: [optional] })).toEqual({ fields: [optional] });
  });
});

describe('a text of the confirmation email', () => {
  it.each(['', '  ', 'Confirm: {{confirmUrl}}', '<a href="{{ confirmUrl }}">Confirm</a>', '{{confirmUrl|}}'])(
    'leads to the confirmation: %p',
    (text) => expect(lacksLink(text)).toBe(false),
  );

  it.each(['Confirm', '{confirmUrl}', '{{confirmUrls}}', '{{email}}'])('lacks the link: %p', (text) =>
    expect(lacksLink(text)).toBe(true),
  );
});

describe('questions of a sign-up form', () => {
  it('have different attributes', () => {
    const city = { ...question, attribute: 'city' };
    const empty = { ...question, attribute: '' };
    expect(repeatedAttribute([question, city, empty, empty])).toBeUndefined();
    expect(repeatedAttribute([question, city, { ...city, attribute: ' city ' }])).toBe('city');
  });
});
