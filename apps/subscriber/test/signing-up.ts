import { type Payload, newId } from '@carillon/contracts';

/** A form without questions. */
export function aForm(
  userId: string,
  groupId: string,
  overrides: Partial<Payload<'sign-up.create-form'>> = {},
): Payload<'sign-up.create-form'> {
  return {
    id: newId(),
    userId,
    by: { role: 'user', keyId: newId() },
    name: 'Footer of the site',
    groupId,
    language: 'en',
    title: 'Choir news',
    text: null,
    button: null,
    fields: [],
    wording: 'Send me the news of the choir.',
    subject: null,
    html: null,
    plainText: null,
    requestedUrl: null,
    confirmedUrl: null,
    ...overrides,
  };
}
