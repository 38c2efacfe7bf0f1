import type { StoredTemplate } from '@carillon/fake-providers';

const sid = (number: number): string => `HX${String(number).padStart(32, '0')}`;

/** The templates of every account of the sandbox. The last two can't be sent yet. */
export const sampleTemplates: readonly StoredTemplate[] = [
  {
    sid: sid(1),
    name: 'order_ready',
    language: 'en',
    category: 'UTILITY',
    status: 'approved',
    types: { 'twilio/text': { body: 'Hello {{1}}, your order {{2}} is ready to collect.' } },
    variables: { 1: 'Ada', 2: '1042' },
  },
  {
    sid: sid(2),
    name: 'bestellung_bereit',
    language: 'de',
    category: 'UTILITY',
    status: 'approved',
    types: { 'twilio/text': { body: 'Hallo {{1}}, Ihre Bestellung {{2}} liegt zur Abholung bereit.' } },
    variables: { 1: 'Ada', 2: '1042' },
  },
  {
    sid: sid(3),
    name: 'weekend_offer',
    language: 'en',
    category: 'MARKETING',
    status: 'approved',
    types: {
      'twilio/quick-reply': {
        body: 'Hello {{1}}! This weekend, everything in {{2}} is reduced. Would you like a reminder on Friday?',
        actions: [
          { id: 'remind', title: 'Remind me' },
          { id: 'stop', title: 'No, thanks' },
        ],
      },
    },
    variables: { 1: 'Ada', 2: 'the shop' },
  },
  {
    sid: sid(4),
    name: 'concert_invitation',
    language: 'en',
    category: 'MARKETING',
    status: 'approved',
    types: {
      'twilio/media': {
        body: 'Dear {{1}}, you are invited to our concert on {{2}}.',
        media: ['https://example.com/concert.png'],
      },
    },
    variables: { 1: 'Ada', 2: 'March 14' },
  },
  {
    sid: sid(5),
    name: 'feedback_request',
    language: 'en',
    category: 'MARKETING',
    status: 'pending',
    types: { 'twilio/text': { body: 'Hello {{1}}, how was your visit? Your answer helps us.' } },
    variables: { 1: 'Ada' },
  },
  {
    sid: sid(6),
    name: 'flash_sale',
    language: 'en',
    category: 'MARKETING',
    status: 'rejected',
    rejectionReason: 'PROMOTIONAL_LANGUAGE',
    types: { 'twilio/text': { body: 'BUY NOW {{1}}!!! ONLY TODAY!!!' } },
    variables: { 1: 'Ada' },
  },
];
