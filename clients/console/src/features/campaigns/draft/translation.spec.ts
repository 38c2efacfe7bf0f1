import { emptyDraft } from './draft';
import { changeIn, draftIn, languageOfField, withLanguage, withoutLanguage } from './translation';

const draft = { ...emptyDraft, name: 'Spring', subject: 'Hello', smsMessage: 'Hi', fromName: 'Ann' };

describe('the texts of a draft in another language', () => {
  it('begin as a copy, and change by themselves', () => {
    const both = { ...draft, ...withLanguage(draft, 'de') };
    expect(draftIn(both, 'de')).toEqual(both);
    const changed = { ...both, ...changeIn(both, 'de', { subject: 'Hallo', fromName: 'Anna' }) };
    expect(draftIn(changed, 'de')).toMatchObject({ subject: 'Hallo', smsMessage: 'Hi', fromName: 'Anna' });
    // Only texts have a language.
    expect(draftIn(changed, null)).toMatchObject({ subject: 'Hello', smsMessage: 'Hi', fromName: 'Anna' });
    expect(changeIn(changed, null, { subject: 'New' })).toEqual({ subject: 'New' });
  });

  it('are removed', () => {
    const both = { ...draft, ...withLanguage(draft, 'de') };
    const three = { ...both, ...withLanguage(both, 'fr') };
    expect(Object.keys(withoutLanguage(three, 'de').translations)).toEqual(['fr']);
    expect(draftIn({ ...draft, ...withoutLanguage(both, 'de') }, 'de')).toEqual(draft);
  });
});

it.each([
  ['translations.de.subject', 'de', 'subject'],
  ['translations.pt-BR.whatsappTemplate.variables.1', 'pt-BR', 'whatsappTemplate.variables.1'],
  ['emailMessage', null, 'emailMessage'],
  ['translations', null, 'translations'],
])('the field %s belongs to %s', (field, tag, own) => {
  expect(languageOfField(field)).toEqual({ tag, field: own });
});
