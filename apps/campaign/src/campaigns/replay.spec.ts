import { type Campaign, newId, contentOf } from '@carillon/contracts';
import { asCreated, asPublished, asRetried, startOrder } from './replay';

const sent: Campaign = {
  id: newId(),
  userId: newId(),
  name: 'Spring',
  content: contentOf({ bodies: { EMAIL: '<p>Hello</p>' }, shouldRemoveWatermark: false }),
  groups: [newId()],
  status: 'SENT',
  statusReason: 'BOUNCE_RATE',
  scheduledAt: null,
  maxLateness: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-03T10:00:00.000Z',
  publishedAt: '2026-03-02T10:00:00.000Z',
  finishedAt: '2026-03-02T11:00:00.000Z',
};

describe('a repeated command', () => {
  it('returns the draft of a creation, even after the campaign was sent', () => {
    expect(asCreated(sent, null)).toEqual({
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

  const now = {
    requestId: newId(),
    at: new Date('2026-03-02T10:00:00.000Z'),
    scheduledAt: null,
    maxLateness: null,
  };
  const forLater = { ...now, scheduledAt: new Date('2026-03-02T10:30:00.000Z'), maxLateness: 60 };
  const sending = {
    ...sent,
    status: 'SENDING',
    statusReason: null,
    updatedAt: '2026-03-02T10:00:00.000Z',
    publishedAt: '2026-03-02T10:00:00.000Z',
    finishedAt: null,
  };
  const scheduled = {
    ...sending,
    status: 'SCHEDULED',
    scheduledAt: '2026-03-02T10:30:00.000Z',
    maxLateness: 60,
    publishedAt: null,
  };

  it('returns a published campaign as SENDING, even after it was sent', () => {
    expect(asPublished(sent, now)).toEqual(sending);
  });

  it('returns a scheduled campaign as scheduled, even after it was sent or unscheduled', () => {
    expect(asPublished(sent, forLater)).toEqual(scheduled);
  });

  it('returns the started campaign of a creation with a start', () => {
    const at = new Date(sent.createdAt);
    expect(asCreated(sent, { ...now, at })).toEqual({
      ...sending,
      updatedAt: sent.createdAt,
      publishedAt: sent.createdAt,
    });
    expect(asCreated(sent, { ...forLater, at })).toEqual({ ...scheduled, updatedAt: sent.createdAt });
  });

  it('returns a retried campaign as SENDING, even after the run ended', () => {
    expect(asRetried(sent)).toEqual({ ...sent, status: 'SENDING', statusReason: null, finishedAt: null });
  });
});

describe('startOrder', () => {
  const at = new Date('2026-03-02T10:00:00.000Z');
  const requestId = newId();

  it('allows one hour of lateness by default', () => {
    const scheduledAt = '2026-03-02T10:30:00.000Z';
    expect(startOrder({ requestId, scheduledAt, maxLateness: null }, at).maxLateness).toBe(3_600);
    expect(startOrder({ requestId, scheduledAt, maxLateness: 90 }, at).maxLateness).toBe(90);
  });

  it('has no lateness for an immediate start', () => {
    expect(startOrder({ requestId, scheduledAt: null, maxLateness: null }, at).maxLateness).toBeNull();
  });
});
