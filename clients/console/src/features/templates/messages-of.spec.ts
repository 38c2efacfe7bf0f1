import type { Schemas } from '@carillon/sdk';
import { messagesOf } from './messages-of';

const campaign = {
  ...{ name: 'Spring', groups: ['g'], status: 'SENT', message: '<p>Hi</p>', smsMessage: 'Hi' },
  ...{ subject: 'News', preheader: null, fromName: null, replyTo: null, engine: 'simple' },
  ...{ shouldRemoveWatermark: false, whatsappMessage: null, whatsappTemplate: null },
  ...{ emailDesign: null, emailMjml: null },
  attachments: [{ _id: 'm', name: 'Menu.pdf', type: 'application/pdf', bytes: 9 }],
} as unknown as Schemas['CampaignDetail'];

it('has the messages, but not the name and the audience', () => {
  const messages = messagesOf(campaign);
  expect(messages).toMatchObject({ subject: 'News', smsMessage: 'Hi', emailMessage: '<p>Hi</p>' });
  expect(messages.attachments).toEqual(['m']);
  for (const field of ['name', 'groups', 'status', 'message']) expect(messages).not.toHaveProperty(field);
});

it('has what the HTML is made from instead of the HTML', () => {
  const emailDesign = { blocks: [{ type: 'divider' as const }] };
  expect(messagesOf({ ...campaign, emailDesign })).toMatchObject({ emailDesign });
  expect(messagesOf({ ...campaign, emailDesign })).not.toHaveProperty('emailMessage');
  expect(messagesOf({ ...campaign, emailMjml: '<mjml></mjml>' })).toMatchObject({
    emailMjml: '<mjml></mjml>',
  });
});

it('removes the email of a template that it replaces', () => {
  expect(messagesOf({ ...campaign, message: '' })).toMatchObject({ emailMessage: null, emailDesign: null });
});
