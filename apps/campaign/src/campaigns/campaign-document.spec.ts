import { newId } from '@carillon/contracts';
import { aCampaign } from '../../test/samples/a-campaign';
import { newDocument, scheduled, toStored } from './campaign-document';

const at = new Date('2026-03-01T10:00:00.000Z');
const content = aCampaign({ groups: [newId(), newId()] });
const draft = newDocument(content, at);
describe('a new campaign', () => {
  it('is a draft', () => {
    expect(toStored(draft).campaign).toMatchObject({
      status: 'DRAFT',
      updatedAt: '2026-03-01T10:00:00.000Z',
    });
  });

  it('keeps the order of its groups, and no fields of the command', () => {
    expect(toStored(draft).campaign.groups).toEqual(content.groups);
    expect(draft).not.toHaveProperty('start');
  });
});

it('a scheduled campaign has its start time and no pending event', () => {
  const order = {
    requestId: newId(),
    at: new Date('2026-03-02T10:00:00.000Z'),
    scheduledAt: new Date('2026-03-03T10:00:00.000Z'),
    maxLateness: 60,
  };
  const document = {
    ...draft,
    ...scheduled(2, { order, plan: 'FREE', emails: { email: null }, linkTags: null }),
  };
  expect(document.pending).toEqual([]);
  expect(toStored(document).campaign).toMatchObject({
    status: 'SCHEDULED',
    scheduledAt: '2026-03-03T10:00:00.000Z',
    maxLateness: 60,
    updatedAt: '2026-03-02T10:00:00.000Z',
    publishedAt: null,
  });
});
