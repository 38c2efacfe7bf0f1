import type { SignUpTexts } from './texts';

export const en: SignUpTexts = {
  email: 'Email address',
  optional: 'optional',
  button: 'Subscribe',
  again: 'Check your entries, then select the button.',
  changed: 'The text below has changed. Read it again, then select the button.',
  flaws: {
    email: () => 'Enter an email address.',
    required: (label) => `Fill in this field: ${label}`,
    unfit: (label) => `Use at most 100 characters and no links in this field: ${label}`,
  },
  requested: {
    title: 'Check your mailbox',
    heading: 'Check your mailbox',
    paragraphs: [
      'If this address is not subscribed yet, we send it an email with a link.',
      'Open the link to confirm your subscription. It can take a few minutes. Look in the spam folder, too.',
    ],
  },
  ask: {
    title: 'Confirm your subscription',
    heading: 'Confirm your subscription?',
    about: (title, address) => `${title}, for ${address}`,
    button: 'Confirm',
  },
  confirmed: {
    title: 'You are subscribed',
    heading: 'You are subscribed',
    paragraphs: ['Thank you. You can unsubscribe at any time with the link in each email.'],
  },
  gone: {
    title: 'Link not valid',
    heading: 'This link does not work anymore',
    paragraphs: [
      'It was used, or it has expired. If you have already confirmed, you do not have to do anything.',
      'Otherwise, sign up again.',
    ],
  },
  missing: {
    title: 'Form not found',
    heading: 'This form does not exist',
    paragraphs: ['Ask the owner of the site for the current address of the form.'],
  },
  failed: {
    title: 'Not saved yet',
    heading: 'Something went wrong',
    paragraphs: ['We could not save your request. Go back, and try again in a minute.'],
  },
  tooMany: {
    title: 'Try again later',
    heading: 'Too many sign-ups',
    paragraphs: [
      'Too many people are signing up at the moment, or from your network. Try again in a few minutes.',
    ],
  },
};
