import { eventually } from '@carillon/testing';
import { EmailWorkerModule } from '../../apps/email-worker/src/email-worker.module';
import { TestMailServer } from '../../apps/email-worker/test/test-mail-server';
import {
  type Hook,
  sendgridBounce,
  sendgridEvent,
  sendgridHook,
  sendgridHooks,
} from '../../libs/feedback/test/webhooks';
import { until } from '../../dev/driver/api';
import { System } from '../system';

jest.setTimeout(120_000);

interface Delivery {
  identifier: string;
  state: string;
  bounce: string | null;
  reason: string | null;
  providerCode: string | null;
}

describe('a campaign through a provider that reports by webhook', () => {
  let server: TestMailServer;
  let system: System;
  let groupId: string;
  let path: string;

  beforeAll(async () => {
    server = await TestMailServer.start();
    system = await System.start(['email-worker', EmailWorkerModule], { ALLOW_PRIVATE_SMTP_HOSTS: 'true' });
    const { createGroup } = await system.data('POST', '/groups', { name: 'Readers' });
    const { _id, slug } = createGroup as { _id: string; slug: string };
    groupId = _id;
    for (const name of ['ann', 'ben', 'cyd']) {
      const identifier = `${name}@example.org`;
      await system.data('POST', '/subscribers', { integration: 'email', identifier, groupSlug: slug });
    }
    const settings = {
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      fromAddress: 'news@shop.example',
    };
    const feedback = { feedbackProvider: 'SENDGRID', feedbackKey: sendgridHooks.key };
    const { createIntegration } = await system.data('POST', '/integrations', {
      channel: 'email',
      name: 'Our provider',
      settings: { ...settings, ...feedback },
    });
    const { webhookUrl } = createIntegration as { webhookUrl: string };
    path = new URL(webhookUrl).pathname.replace('/api/v1', '');
  });
  afterAll(async () => {
    await system.close();
    await server.stop();
  });

  async function send(): Promise<string> {
    const campaign = { name: 'News', emailMessage: '<p>Hello</p>', groups: [groupId], isStarted: true };
    const { createCampaign } = await system.data('POST', '/campaigns/create', campaign);
    const { _id } = createCampaign as { _id: string };
    await until('the end', 60, async () => {
      const { status } = (await system.read(`/campaigns/${_id}/report`)).report as { status: string };
      return status === 'SENT' || null;
    });
    return _id;
  }
  const deliveries = async (id: string): Promise<Map<string, Delivery>> => {
    const { deliveries: all } = await system.read(`/campaigns/${id}/deliveries`);
    return new Map((all as Delivery[]).map((each) => [each.identifier, each]));
  };
  /** The data from the email to an address that the provider repeats in its webhooks. */
  const tokenOf = (name: string): string => {
    const mail = server.mails.find(({ to }) => to === `${name}@example.org`)?.raw.toString() ?? '';
    const [, args = '{}'] = /^X-SMTPAPI: (.*)\r$/m.exec(mail) ?? [];
    return (JSON.parse(args) as { unique_args?: { carillon?: string } }).unique_args?.carillon ?? '';
  };
  const post = async ({ headers, body }: Hook): Promise<number> =>
    (await system.ask('POST', path, { headers, body }, null)).status;
  const suppressed = async (): Promise<string[]> => {
    const { suppressions } = await system.read('/suppressions');
    return (suppressions as { identifier: string; reason: string }[])
      .map(({ identifier, reason }) => `${identifier} ${reason}`)
      .sort();
  };

  it('ends in the reported states in any order of events, and the next campaign skips bounced and complaining recipients', async () => {
    const first = await send();
    const now = new Date();
    const [ann, ben, cyd] = ['ann', 'ben', 'cyd'].map(tokenOf) as [string, string, string];

    expect(await post(sendgridHooks.forged(ann, now))).toBe(403);
    const bounce = sendgridBounce(ben, now);
    const complaint = sendgridEvent(cyd, now, { event: 'spamreport' });
    const arrived = (token: string): object => sendgridEvent(token, now, { event: 'delivered' });
    // Send all events twice, with the complaint before the delivery.
    for (let n = 0; n < 2; n++)
      expect(
        await post(sendgridHook([complaint, bounce, arrived(ann), 7, arrived(ben), arrived(cyd)], now)),
      ).toBe(200);

    await until('the states', 30, async () => {
      const all = await deliveries(first);
      const states = ['ann', 'ben', 'cyd'].map((name) => all.get(`${name}@example.org`)?.state);
      return states.join() === 'DELIVERED,BOUNCED,COMPLAINED' || null;
    });
    expect((await deliveries(first)).get('ben@example.org')).toMatchObject({
      bounce: 'HARD',
      reason: 'NO_SUCH_ADDRESS',
      providerCode: '550 5.1.1',
    });
    const { states } = (await system.read(`/campaigns/${first}/report`)).report as {
      states: Record<string, number>;
    };
    expect(states).toMatchObject({ SENT: 0, DELIVERED: 1, BOUNCED: 1, COMPLAINED: 1, FAILED: 0 });
    await eventually(async () => (await suppressed()).length === 2);
    expect(await suppressed()).toEqual(['ben@example.org BOUNCED', 'cyd@example.org COMPLAINED']);

    server.mails.length = 0;
    const second = await deliveries(await send());
    expect(server.mails.map(({ to }) => to)).toEqual(['ann@example.org']);
    for (const name of ['ben', 'cyd'])
      expect(second.get(`${name}@example.org`)).toMatchObject({ state: 'SKIPPED', reason: 'SUPPRESSED' });
  });
});
