import { type Campaign, newId } from '@carillon/contracts';
import { asCreated, asPublished } from './replay';

const sent: Campaign = {
  id: newId(),
  userId: newId(),
  name: 'Spring',
  emailBody: '<p>Hello</p>',
  whatsappBody: null,
  smsBody: null,
  removeCredits: false,
  groups: [newId()],
  status: 'SENT',
  statusReason: 'SOMETHING',
  scheduledAt: null,
  maxLateness: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-03T10:00:00.000Z',
  publishedAt: '2026-03-02T10:00:00.000Z',
  finishedAt: '2026-03-02T11:00:00.000Z',
};

describe('a repeated command', () => {
  it('answers a creation with the draft it made, though the campaign was sent since', () => {
    expect(asCreated(sent)).toEqual({
      ...sent,
      status: 'DRAFT',
      statusReason: null,
      scheduledAt: null,
      maxLateness: null,
      updatedAt: sent.createdAt,
      publishedAt: null,
      finishedAt: null,
    });
  });

  it('answers a publishing with the campaign it set going, though the campaign was sent since', () => {
    expect(asPublished(sent)).toEqual({
      ...sent,
      status: 'SENDING',
      statusReason: null,
      scheduledAt: null,
      maxLateness: null,
      updatedAt: sent.publishedAt,
      finishedAt: null,
    });
  });
});
