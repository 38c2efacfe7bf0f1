import type { UnsubscribeTexts } from './texts';

export const en: UnsubscribeTexts = {
  ask: {
    title: 'Unsubscribe',
    heading: 'Unsubscribe?',
    paragraphs: [
      'Select Unsubscribe to stop emails from this sender to the address that received this link.',
      'Nothing changes until you select it.',
    ],
    button: 'Unsubscribe',
  },
  done: {
    title: 'Unsubscribed',
    heading: 'You are unsubscribed',
    paragraphs: [
      'This sender will not email the address that received this link again, except for emails that are already on their way.',
    ],
  },
  failed: {
    title: 'Not unsubscribed yet',
    heading: 'Something went wrong',
    paragraphs: ['We could not save your request. Try again in a minute.'],
    button: 'Try again',
  },
  requested: {
    title: 'Check your mailbox',
    heading: 'Check your mailbox',
    paragraphs: [
      'If this address is subscribed, we have sent it an email with a working link.',
      'You remain subscribed until you use that link.',
    ],
  },
  tooMany: {
    title: 'Try again later',
    heading: 'Too many attempts',
    paragraphs: ['Too many addresses were entered from your network. Try again in an hour.'],
  },
  preview: {
    title: 'Unsubscribe preview',
    heading: 'This is a preview link',
    paragraphs: ['In the emails that you send, recipients can unsubscribe with this link.'],
  },
  incomplete: {
    title: 'Incomplete link',
    heading: 'This link is incomplete',
    again: 'Nothing has changed. Open the link in the email again, or use the link in a newer email.',
    answer: 'If that does not work, reply to the email and ask the sender to stop.',
    type: 'Alternatively, enter the address that receives the emails. We will send it a working link.',
    label: 'Email address',
    button: 'Email me a link',
    noAddress: 'Enter an email address.',
  },
};
