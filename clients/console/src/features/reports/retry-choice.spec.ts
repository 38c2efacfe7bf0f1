import type { Schemas } from '@carillon/sdk';
import { likelyReasons, retryableOf, segmentsOfOne } from './retry-choice';

const row = (state: Schemas['DeliveryState'], reason: string): Schemas['ReportReason'] => ({
  ...{ channel: 'SMS', providerCode: null, count: 1, advice: null },
  ...{ state, reason },
});

describe('the recipients to retry', () => {
  const rows = [
    row('FAILED', 'CARRIER_ERROR'),
    row('FAILED', 'LANDLINE'),
    row('UNCONFIRMED', 'CONNECTION_LOST'),
    row('SKIPPED', 'SUPPRESSED'),
    row('BOUNCED', 'NO_SUCH_ADDRESS'),
    row('QUEUED', 'MAILBOX_FULL'),
  ];

  it('are the recipients of failed and unconfirmed deliveries', () => {
    expect(retryableOf(rows).map(({ reason }) => reason)).toEqual([
      'CARRIER_ERROR',
      'LANDLINE',
      'CONNECTION_LOST',
    ]);
    expect(retryableOf([row('SKIPPED', 'SUPPRESSED')])).toEqual([]);
  });

  it('are preselected unless the address is the cause', () => {
    expect(likelyReasons(retryableOf(rows))).toEqual(['CARRIER_ERROR', 'CONNECTION_LOST']);
    expect(likelyReasons([row('FAILED', 'CARRIER_ERROR'), row('FAILED', 'CARRIER_ERROR')])).toEqual([
      'CARRIER_ERROR',
    ]);
  });
});

describe('the segments of one SMS', () => {
  const states: Schemas['CountsByState'] = {
    ...{ QUEUED: 0, SENT: 6, DELIVERED: 4, READ: 0, FAILED: 5, SKIPPED: 0 },
    ...{ UNCONFIRMED: 0, CANCELLED: 0, BOUNCED: 0, COMPLAINED: 0 },
  };
  const none = { total: 0, addressed: 0, states: { ...states, SENT: 0, DELIVERED: 0 }, segments: 0 };
  const report = (SMS: Schemas['ChannelReport']) => ({ channels: { EMAIL: none, WHATSAPP: none, SMS } });

  it('are the average of the sent messages', () => {
    expect(segmentsOfOne(report({ total: 15, addressed: 15, states, segments: 25 }), 1)).toBe(2.5);
  });

  it('are the segments of the text if no message was sent', () => {
    expect(segmentsOfOne(report(none), 2)).toBe(2);
  });
});
