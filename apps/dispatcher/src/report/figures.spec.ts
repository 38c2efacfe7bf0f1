import { figuresOf } from './figures';

const none = { addressed: 0, sent: 0, delivered: 0, bounced: 0, complained: 0 };

describe('the figures of a campaign', () => {
  it('count bounced emails as sent, and leave out people on channels without a message', () => {
    const figures = figuresOf({
      channels: {
        EMAIL: { QUEUED: 1, SENT: 90, DELIVERED: 5, READ: 1, FAILED: 4, UNCONFIRMED: 1, SKIPPED: 3 },
        SMS: { SKIPPED: 8 },
      },
      returned: { EMAIL: { bounced: 3, complained: 1 } },
      reasons: [
        { channel: 'EMAIL', state: 'SKIPPED', reason: 'SUPPRESSED', providerCode: null, count: 3 },
        { channel: 'SMS', state: 'SKIPPED', reason: 'NO_MESSAGE', providerCode: null, count: 8 },
      ],
    });
    expect(figures).toEqual({
      EMAIL: { addressed: 105, sent: 99, delivered: 96, bounced: 3, complained: 1 },
      WHATSAPP: none,
      SMS: none,
    });
  });
});
