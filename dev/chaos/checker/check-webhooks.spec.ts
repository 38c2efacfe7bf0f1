import type { DeliveryState } from '@carillon/contracts';
import type { EndpointEvidence, Entry, ReceivedMessage } from '../evidence/evidence';
import { checkWebhooks } from './check-webhooks';

const CAMPAIGN = '65e1c0000000000000000001';
const BATCH = `${CAMPAIGN}-0000000001`;

const message = (id: string, type: string, data: object): ReceivedMessage => {
  const body = JSON.stringify({ type, data });
  return { id, type, data: data as ReceivedMessage['data'], body };
};
const ofCampaign = (id: string, type: string): ReceivedMessage =>
  message(id, `campaign.${type}`, { campaignId: CAMPAIGN, run: 1 });
const delivery = (position: number): object => ({
  campaignId: CAMPAIGN,
  deliveryId: `${BATCH}-${position}`,
});
const ofDelivery = (id: string, type: string, position: number): ReceivedMessage =>
  message(id, `delivery.${type}`, delivery(position));
const entry = (position: number, state: DeliveryState): Entry => ({
  ...{ channel: 'EMAIL', address: `p${position}`, batch: BATCH, position, state, reason: null },
});

const began = ofCampaign('began', 'published');
const [first, second] = [ofDelivery('first', 'sent', 0), ofDelivery('second', 'sent', 1)];
const ended = ofCampaign('ended', 'completed');
const read = ofDelivery('read', 'read', 1);
const gone = message('gone', 'suppression.created', { identifier: 'gone@example.org' });

/** An endpoint that received the events of a suppression and of a campaign with two recipients and one READ message. */
function evidence(changes: Partial<EndpointEvidence> = {}): EndpointEvidence {
  const received = changes.received ?? [began, first, gone, second, ended, read];
  return {
    received,
    unsigned: 0,
    lines: [
      {
        name: 'campaign',
        isOfCampaign: true,
        ids: ['began', 'first', 'second', 'ended', 'read'],
        waiting: 0,
      },
      { name: 'suppressions', isOfCampaign: false, ids: ['gone'], waiting: 0 },
    ],
    campaigns: [{ campaign: CAMPAIGN, ledger: [entry(0, 'SENT'), entry(1, 'READ')] }],
    suppressed: ['gone@example.org'],
    pendingWebhookEvents: 0,
    ...changes,
  };
}

const found = (changes: Partial<EndpointEvidence>): string => checkWebhooks(evidence(changes)).join('\n');
const ids = (...names: string[]) => [{ name: 'all', isOfCampaign: true, ids: names, waiting: 0 }];

describe('the checker of events that endpoints received', () => {
  it('accepts events in order', () => {
    expect(checkWebhooks(evidence())).toEqual([]);
  });

  it('accepts repeated messages, and subjects that change between the messages', () => {
    const received = [began, began, first, first, gone, second, first, second, ended, read, gone, second];
    expect(found({ received })).toBe('');
  });

  it('accepts suppressions in any order', () => {
    const other = message('other', 'suppression.created', { identifier: 'other@example.org' });
    const changes = {
      received: [began, first, other, gone, second, ended, read],
      lines: evidence().lines.map((line) => (line.isOfCampaign ? line : { ...line, ids: ['gone', 'other'] })),
      suppressed: ['gone@example.org', 'other@example.org'],
    };
    expect(found(changes)).toBe('');
  });

  it('reads batches of deliveries', () => {
    const both = message('both', 'delivery.sent', { deliveries: [delivery(0), delivery(1)] });
    const received = [began, both, ended, read, gone];
    expect(found({ received, lines: ids('began', 'both', 'ended', 'read', 'gone') })).toBe('');
  });

  it.each<[string, Partial<EndpointEvidence>, RegExp]>([
    ['an unsigned message', { unsigned: 1 }, /1 messages were not signed/],
    [
      'a repeated message with other content',
      { received: [...evidence().received, { ...first, body: '{}' }] },
      /repeated with another body: first/,
    ],
    ['a lost message', { received: [began, first, second, ended, read] }, /never arrived: gone/],
    [
      'a lost delivery',
      {
        received: [began, second, ended, read, gone],
        lines: ids('began', 'second', 'ended', 'read', 'gone'),
      },
      /final states of deliveries are missing: \S+-0 delivery.sent/,
    ],
    [
      'a message that was never stored',
      { received: [...evidence().received, message('x', 'x', {})] },
      /not stored: x/,
    ],
    ['a wrong order', { received: [began, second, first, ended, read, gone] }, /out of order: campaign/],
    [
      'a line that waits',
      { lines: evidence().lines.map((line) => ({ ...line, waiting: 2 })) },
      /2 lines wait: campaign 2/,
    ],
    [
      'one event with two IDs',
      {
        received: [...evidence().received, { ...gone, id: 'other' }],
        lines: [...evidence().lines, { name: 'x', isOfCampaign: false, ids: ['other'], waiting: 0 }],
      },
      /under several ids: suppression.created {2}gone/,
    ],
    [
      'deliveries before the beginning',
      { received: [first, began, second, ended, read, gone], lines: ids('first', 'began') },
      /do not start with its beginning/,
    ],
    [
      'an end before a delivery',
      { received: [began, first, ended, second, read, gone] },
      /only after the completion of the campaign: \S+-1/,
    ],
    ['no end', { received: [began, first, second, read, gone] }, /completion of a campaign is missing/],
    [
      'an earlier state after a later one',
      { received: [began, first, read, second, ended, gone] },
      /backwards: \S+-1 delivery.sent after delivery.read/,
    ],
    [
      'a last state that differs from the ledger',
      { received: [began, first, second, ended, gone] },
      /final states of deliveries are missing: \S+-1 delivery.read/,
    ],
    [
      'an unknown delivery',
      { campaigns: [{ campaign: CAMPAIGN, ledger: [entry(0, 'SENT')] }] },
      /unknown deliveries: \S+-1/,
    ],
    [
      'a suppression without a message',
      { suppressed: ['gone@example.org', 'other'] },
      /suppressions are missing: other/,
    ],
    ['an unknown suppression', { suppressed: [] }, /unknown suppressions: gone@example.org/],
    ['pending events', { pendingWebhookEvents: 3 }, /3 documents have pending webhook events/],
  ])('finds %s', (_, changes, expected) => {
    expect(found(changes)).toMatch(expected);
  });
});
