import type { MetaTemplate } from '@carillon/fake-providers';

/** The templates of every account of Meta in the sandbox. The last two can't be sent. */
export const metaTemplates: readonly MetaTemplate[] = [
  {
    id: '1000000000000001',
    name: 'order_ready',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Hello {{1}}, your order {{2}} is ready to collect.',
        example: { body_text: [['Ada', '1042']] },
      },
    ],
  },
  {
    id: '1000000000000002',
    name: 'order_ready',
    language: 'de',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Hallo {{1}}, Ihre Bestellung {{2}} liegt zur Abholung bereit.',
        example: { body_text: [['Ada', '1042']] },
      },
    ],
  },
  {
    id: '1000000000000003',
    name: 'weekend_offer',
    language: 'en',
    status: 'APPROVED',
    category: 'MARKETING',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Only in {{place}}',
        example: { header_text_named_params: [{ param_name: 'place', example: 'the shop' }] },
      },
      {
        type: 'BODY',
        text: 'Hello {{first_name}}! This weekend, everything is reduced.',
        example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
      },
      { type: 'FOOTER', text: 'Reply STOP to get no more offers' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'See the offers',
            url: 'https://example.com/offers/{{1}}',
            example: ['https://example.com/offers/spring'],
          },
          { type: 'QUICK_REPLY', text: 'Stop promotions' },
        ],
      },
    ],
  },
  {
    id: '1000000000000004',
    name: 'concert_invitation',
    language: 'en',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      {
        type: 'HEADER',
        format: 'IMAGE',
        example: { header_handle: ['https://scontent.whatsapp.net/v/concert.png'] },
      },
      {
        type: 'BODY',
        text: 'Dear {{1}}, you are invited to our concert on {{2}}.',
        example: { body_text: [['Ada', 'March 14']] },
      },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: ['CONCERT10'] }] },
    ],
  },
  {
    id: '1000000000000005',
    name: 'feedback_request',
    language: 'en',
    status: 'PAUSED',
    category: 'MARKETING',
    components: [
      {
        type: 'BODY',
        text: 'Hello {{1}}, how was your visit? Your answer helps us.',
        example: { body_text: [['Ada']] },
      },
    ],
  },
  {
    id: '1000000000000006',
    name: 'flash_sale',
    language: 'en',
    status: 'REJECTED',
    category: 'MARKETING',
    rejected_reason: 'PROMOTIONAL',
    components: [{ type: 'BODY', text: 'BUY NOW {{1}}!!! ONLY TODAY!!!', example: { body_text: [['Ada']] } }],
  },
];
