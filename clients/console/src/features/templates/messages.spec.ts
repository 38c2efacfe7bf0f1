import type { Schemas } from '@carillon/sdk';
import { beginningOf, messagesIn } from './messages';

const messages = {
  subject: 'News',
  message: '<p>Hi</p>',
  whatsappMessage: 'Hi!',
  whatsappTemplate: { contentSid: 'HX1', variables: {} },
  smsMessage: null,
};
const nothing = {
  ...{ subject: null, preheader: null, emailMessage: null, emailDesign: null, emailMjml: null },
  ...{ whatsappMessage: null, whatsappTemplate: null, smsMessage: null },
};
const template = {
  ...messages,
  translations: {
    de: { ...nothing, subject: 'Neues', emailMessage: '<p>Hallo</p>', whatsappMessage: 'Hallo!' },
    fr: { ...nothing, whatsappTemplate: { contentSid: 'HX2', variables: {} }, smsMessage: 'Salut' },
  },
} as unknown as Schemas['TemplateDetail'];

describe('the messages of a template', () => {
  it('are those for everyone', () => {
    expect(messagesIn(template, null)).toEqual(messages);
  });

  it('are those of a language, and those for everyone where it has none', () => {
    expect(messagesIn(template, 'de')).toEqual({
      ...messages,
      ...{ subject: 'Neues', message: '<p>Hallo</p>', whatsappMessage: 'Hallo!' },
    });
    const french = { whatsappTemplate: { contentSid: 'HX2', variables: {} }, smsMessage: 'Salut' };
    expect(messagesIn(template, 'fr')).toEqual({ ...messages, ...french });
  });
});

it('begins with the text of WhatsApp or, without one, of the SMS', () => {
  const none = { ...template, whatsappMessage: null };
  expect(beginningOf({ ...template, smsMessage: 'Hey' })).toBe('Hi!');
  expect(beginningOf({ ...none, smsMessage: ` Come! ${'x'.repeat(300)}` })).toMatch(/^Come! x{194}$/);
  expect(beginningOf(none)).toBe('');
});
