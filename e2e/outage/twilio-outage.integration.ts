import { TwilioServer } from '@carillon/testing/providers';
import { SmsWorkerModule } from '../../apps/sms-worker/src/sms-worker.module';
import { until } from '../../dev/driver/api';
import { System } from '../system';

const PEOPLE = 150;

interface Report {
  status: string;
  states: Record<string, number>;
  waiting: { channel: string; reason: string }[];
}

describe('a campaign by SMS', () => {
  let twilio: TwilioServer;
  let system: System;
  let groupId: string;
  beforeAll(async () => {
    twilio = await TwilioServer.start();
    system = await System.start(['sms-worker', SmsWorkerModule], { TWILIO_API_URL: twilio.url });
    const { createGroup } = await system.data('POST', '/groups', { name: 'Readers' });
    const { _id, slug } = createGroup as { _id: string; slug: string };
    groupId = _id;
    const people = Array.from({ length: PEOPLE }, (_, n) => `+4915123${String(100_000 + n)}`);
    for (const identifier of people) {
      await system.data('POST', '/subscribers', { integration: 'sms', identifier, groupSlug: slug });
    }
    await system.data('POST', '/integrations', {
      channel: 'sms',
      name: 'Twilio',
      ratePerSecond: 1_000,
      settings: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: '+15005550006' },
    });
  });
  afterAll(async () => {
    await system.close();
    await twilio.stop();
  });

  it('leaves few recipients in doubt while Twilio fails, then reaches all others, each only once', async () => {
    twilio.always({ status: 503, code: 20503 });
    const campaign = { name: 'News', smsMessage: 'Hello', groups: [groupId], isStarted: true };
    const { createCampaign } = await system.data('POST', '/campaigns/create', campaign);
    const { _id } = createCampaign as { _id: string };
    const report = async (): Promise<Report> =>
      (await system.read(`/campaigns/${_id}/report`)).report as Report;
    await until('a word that it waits', 20, async () => {
      const [waiting] = (await report()).waiting;
      return waiting?.reason === 'SERVER_ERROR' ? waiting : null;
    });
    const { UNCONFIRMED = 0 } = (await report()).states;
    expect(UNCONFIRMED).toBeGreaterThan(0);
    expect(UNCONFIRMED).toBeLessThan(PEOPLE / 3);
    twilio.always('takes');
    const end = await until('the end of the campaign', 60, async () => {
      const now = await report();
      return now.status === 'SENT' ? now : null;
    });
    const { SENT = 0, UNCONFIRMED: doubts = 0 } = end.states;
    expect(SENT + doubts).toBe(PEOPLE);
    expect(doubts).toBeLessThan(PEOPLE / 3);
    const recipients = twilio.messages.map(({ To }) => To);
    expect(recipients).toHaveLength(PEOPLE);
    expect(new Set(recipients).size).toBe(PEOPLE);
  });
});
