import type { LinkTexts } from './texts';

export const en: LinkTexts = {
  language: 'en',
  choose: 'Choose a new password',
  join: (account) => `Join ${account}`,
  forWhom: (email) => `For ${email}`,
  name: 'Your name',
  password: 'Password, 12 characters or more',
  set: 'Set the password',
  accept: 'Join',
  signIn: 'Sign in',
  done: { heading: 'Done', paragraphs: ['You can sign in now with your email address and your password.'] },
  gone: {
    heading: 'This link does not work any more',
    paragraphs: ['It was used, or its time is over. Ask for another one.'],
  },
  failed: { heading: 'This did not work', paragraphs: ['Please go back and try again in a minute.'] },
  flaws: {},
};
