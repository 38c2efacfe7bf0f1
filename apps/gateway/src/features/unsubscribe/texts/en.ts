import type { UnsubscribeTexts } from './texts';

export const en: UnsubscribeTexts = {
  ask: {
    title: 'Unsubscribe',
    heading: 'Unsubscribe?',
    paragraphs: [
      'Select Unsubscribe to stop emails from this sender to the address that received this link.',
      'Nothing changes until you do.',
    ],
    button: 'Unsubscribe',
  },
  done: {
    title: 'Unsubscribed',
    heading: 'You are unsubscribed',
    paragraphs: [
      'You will get no more email from this sender at the address that received this link, except for emails that are already on their way.',
    ],
  },
  failed: {
    title: 'Not unsubscribed yet',
    heading: 'Something went wrong',
    paragraphs: ['We could not save your request. Try again in a minute.'],
    button: 'Try again',
  },
  asked: {
    title: 'Check your mailbox',
    heading: 'Check your mailbox',
    paragraphs: [
      'If this address gets email from this sender, a message with a working link is on its way to it.',
      'You are not unsubscribed until you use that link.',
    ],
  },
  tooMany: {
    title: 'Try again later',
    heading: 'Too many tries',
    paragraphs: ['Too many addresses were entered from your network. Try again in an hour.'],
  },
  preview: {
    title: 'Unsubscribe preview',
    heading: 'This link belongs to a preview',
    paragraphs: ['In the emails that you send, this link lets the recipient unsubscribe.'],
  },
  incomplete: {
    title: 'Incomplete link',
    heading: 'This link is incomplete',
    again: 'Nothing has changed yet. Open the link in the email once more, or the link in a newer email.',
    answer: 'If that does not work either, reply to the email and ask the sender to stop.',
    type: 'Or enter the address that gets the emails. We send a working link to it.',
    label: 'Email address',
    button: 'Send me a link',
    noAddress: 'Enter an email address.',
  },
};
