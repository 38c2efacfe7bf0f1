import type { LinkTexts } from './texts';

export const en: LinkTexts = {
  language: 'en',
  choose: 'Set a new password',
  join: (account) => `Join ${account}`,
  forWhom: (email) => `For ${email}`,
  name: 'Your name',
  password: 'Password, at least 12 characters',
  set: 'Set password',
  accept: 'Join',
  signIn: 'Sign in',
  done: { heading: 'Done', paragraphs: ['You can now sign in with your email address and password.'] },
  gone: {
    heading: 'This link no longer works',
    paragraphs: ['The link was already used or has expired. Request another one.'],
  },
  failed: { heading: 'Something went wrong', paragraphs: ['Go back and try again in a minute.'] },
  flaws: {},
};
