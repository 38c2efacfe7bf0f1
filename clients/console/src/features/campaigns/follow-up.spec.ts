import type { Schemas } from '@carillon/sdk';
import { bodyOf } from './draft/draft';
import { conditionsOf, followUpOf } from './follow-up';

const campaign = {
  ...{ name: 'Spring', subject: null, message: '<p>Hi</p>', smsMessage: 'Hi', whatsappMessage: null },
  ...{ whatsappTemplate: null, groups: ['g'], senders: {}, shouldRemoveWatermark: false },
  ...{ preheader: 'Soon', fromName: null, replyTo: null, emailDesign: null, emailMjml: null },
  utm: { isOn: false, source: null, medium: null, campaign: null },
  attachments: [],
  translations: {
    de: {
      ...{ subject: 'Frühling', preheader: null, emailMessage: '<p>Hallo</p>', smsMessage: 'Hallo' },
      ...{ emailDesign: null, emailMjml: null, whatsappMessage: null, whatsappTemplate: null },
    },
  },
  ...{ whatsappMedia: null, smsMedia: { _id: 'm' } },
  audience: {
    ...{ segments: ['s'], excludeGroups: ['staff'], excludeSegments: [], topic: 't' },
    channels: { strategy: 'FIRST', order: ['SMS', 'EMAIL', 'WHATSAPP'], fallbackHours: 4 },
  },
} as unknown as Schemas['CampaignDetail'];

describe('a campaign for people by their reaction', () => {
  it('has the email of the earlier one, and its exclusions, topic, and subject', () => {
    expect(bodyOf(followUpOf(campaign, 'Again', 'new'))).toMatchObject({
      ...{ name: 'Again', subject: 'Spring', emailMessage: '<p>Hi</p>', smsMessage: null, preheader: 'Soon' },
      translations: { de: { subject: 'Frühling', emailMessage: '<p>Hallo</p>', smsMessage: null } },
      groups: [],
      utm: campaign.utm,
      audience: {
        ...{ segments: ['new'], excludeGroups: ['staff'], topic: 't' },
        channels: { strategy: 'EVERY' },
      },
    });
  });

  it('does not count people who clicked as people who did not open', () => {
    expect(conditionsOf('CLICKED', 'c')).toEqual({ did: 'CLICKED', campaignId: 'c' });
    expect(conditionsOf('NOT_OPENED', 'c')).toEqual({
      all: [
        { did: 'SENT', campaignId: 'c' },
        {
          not: {
            any: [
              { did: 'OPENED', campaignId: 'c' },
              { did: 'CLICKED', campaignId: 'c' },
            ],
          },
        },
      ],
    });
  });
});
