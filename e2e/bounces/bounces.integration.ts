import { Postfix, describeWithPostfix, eventually } from '@carillon/testing';
import { Metrics } from '@carillon/platform';
import { Guard } from '@carillon/testing/servers';
import { createTransport } from 'nodemailer';
import { BounceReceiverModule } from '../../apps/bounce-receiver/src/bounce-receiver.module';
import { MailReceiver } from '../../apps/bounce-receiver/src/mail-receiver';
import { EmailWorkerModule } from '../../apps/email-worker/src/email-worker.module';
import { complaint, letter } from '../../libs/feedback/test/corpus';
import { until } from '../../dev/driver/api';
import { System } from '../system';

jest.setTimeout(150_000);

const DOMAIN = 'bounces.shop.example';
const LOOP = `fbl@${DOMAIN}`;

interface Delivery {
  identifier: string;
  state: string;
  bounce: string | null;
  reason: string | null;
  providerCode: string | null;
}
interface Report {
  status: string;
  total: number;
  states: Record<string, number>;
  reasons: { state: string; reason: string; count: number; advice: string | null }[];
}

describeWithPostfix(
  'a campaign by a real Postfix that takes all emails, and brings some back',
  { asRoot: true },
  () => {
    let guard: Guard;
    let postfix: Postfix;
    let behind: Postfix;
    let system: System;
    let groupId: string;

    beforeAll(async () => {
      guard = new Guard();
      system = await System.start(['email-worker', EmailWorkerModule], { ALLOW_PRIVATE_SMTP_HOSTS: 'true' });
      const ports = { BOUNCE_SMTP_PORT: '0', BOUNCE_LMTP_PORT: '0', FEEDBACK_ADDRESSES: LOOP };
      await system.run('bounce-receiver', BounceReceiverModule, ports);
      const lmtp = `lmtp:inet:127.0.0.1:${receiver().portOf('lmtp')}`;
      // A second server, to which the first server forwards the emails that it has accepted.
      behind = await Postfix.start(guard, {
        virtual_mailbox_domains: 'late.example',
        virtual_mailbox_maps: 'inline:{eve@late.example=all/, quota@late.example=all/}',
        smtpd_recipient_restrictions:
          'check_recipient_access inline:{{quota@late.example=452 4.2.2 The mailbox is full}}',
      });
      postfix = await Postfix.start(guard, {
        relay_domains: `late.example, ${DOMAIN}`,
        // The server gives up at once. Other servers give up after days.
        maximal_queue_lifetime: '0',
        // The server detects unknown mailboxes during delivery, like a server in front of others.
        smtpd_reject_unlisted_recipient: 'no',
        virtual_mailbox_maps: 'inline:{ann@example.org=all/, cyd@example.org=all/}',
        transport_maps: `inline:{{${DOMAIN}=${lmtp}} {full@example.org=error:5.2.2 The mailbox is full} {late.example=smtp:[127.0.0.1]:${behind.port}}}`,
      });
      const { createGroup } = await system.data('POST', '/groups', { name: 'Readers' });
      const { _id, slug } = createGroup as { _id: string; slug: string };
      groupId = _id;
      for (const name of ['ann', 'cyd', 'gone', 'full']) {
        const identifier = `${name}@example.org`;
        await system.data('POST', '/subscribers', { integration: 'email', identifier, groupSlug: slug });
      }
      await system.data('POST', '/integrations', {
        channel: 'email',
        name: 'Our server',
        settings: {
          host: '127.0.0.1',
          port: postfix.port,
          security: 'none',
          fromAddress: 'news@shop.example',
          bounceDomain: DOMAIN,
        },
      });
    });
    afterAll(async () => {
      await postfix.remove();
      await behind.remove();
      await system.close();
      await guard.release();
    });

    const counted = async (kind: string): Promise<number> => {
      const { text } = await system.part('bounce-receiver', Metrics).scrape();
      const series = new RegExp(`^carillon_returned_mails_total.*kind="${kind}".* (\\d+)$`, 'm');
      return Number(series.exec(text)?.[1] ?? 0);
    };
    const receiver = (): MailReceiver => system.part('bounce-receiver', MailReceiver);

    async function send(group = groupId): Promise<string> {
      const campaign = { name: 'News', emailMessage: '<p>Hello</p>', groups: [group], isStarted: true };
      const { createCampaign } = await system.data('POST', '/campaigns/create', campaign);
      return (createCampaign as { _id: string })._id;
    }
    const report = async (id: string): Promise<Report> =>
      (await system.read(`/campaigns/${id}/report`)).report as Report;
    const deliveries = async (id: string, filter = ''): Promise<Delivery[]> =>
      (await system.read(`/campaigns/${id}/deliveries${filter}`)).deliveries as Delivery[];
    const stateOf = async (id: string, name: string): Promise<Delivery | undefined> =>
      (await deliveries(id)).find(({ identifier }) => identifier === `${name}@example.org`);
    const suppressed = async (): Promise<string[]> => {
      const { suppressions } = await system.read('/suppressions');
      return (suppressions as { identifier: string; reason: string }[])
        .map(({ identifier, reason }) => `${identifier} ${reason}`)
        .sort();
    };

    it('ends in the reported states, and the next campaign skips bounced and complaining recipients', async () => {
      const first = await send();
      const end = await until('the bounces', 60, async () => {
        const now = await report(first);
        return now.status === 'SENT' && now.states.BOUNCED === 2 ? now : null;
      });
      expect(end.states).toMatchObject({ SENT: 2, BOUNCED: 2, FAILED: 0, COMPLAINED: 0 });
      expect(end.total).toBe(4);
      expect(end.reasons.map(({ state, reason, count }) => [state, reason, count]).sort()).toEqual([
        ['BOUNCED', 'MAILBOX_FULL', 1],
        ['BOUNCED', 'NO_SUCH_ADDRESS', 1],
      ]);
      expect(await stateOf(first, 'gone')).toMatchObject({
        state: 'BOUNCED',
        bounce: 'HARD',
        reason: 'NO_SUCH_ADDRESS',
        providerCode: '5.1.1',
      });
      expect(await stateOf(first, 'full')).toMatchObject({
        state: 'BOUNCED',
        bounce: 'SOFT',
        reason: 'MAILBOX_FULL',
      });
      expect(await deliveries(first, '?state=BOUNCED')).toHaveLength(2);
      expect(await deliveries(first, '?state=FAILED')).toEqual([]);

      // The email that Postfix stored has the return path that a feedback loop quotes.
      await eventually(async () => (await postfix.delivered()).length === 2);
      const stored = (await postfix.delivered()).find(({ to }) => to === 'cyd@example.org')?.stored ?? '';
      const [, path = ''] = /^Return-Path: <(.*)>$/m.exec(stored) ?? [];
      await createTransport({ host: '127.0.0.1', port: receiver().portOf('smtp'), ignoreTLS: true }).sendMail(
        {
          envelope: { from: 'feedback@isp.example', to: LOOP },
          raw: complaint(`Feedback-Type: abuse\nOriginal-Mail-From: <${path}>`),
        },
      );
      await until('the complaint', 30, async () => (await report(first)).states.COMPLAINED === 1 || null);
      expect(await stateOf(first, 'cyd')).toMatchObject({ state: 'COMPLAINED', bounce: null });
      expect((await report(first)).states).toMatchObject({ SENT: 1, BOUNCED: 2, COMPLAINED: 1 });
      const known = ['cyd@example.org COMPLAINED', 'gone@example.org BOUNCED'];
      await eventually(async () => (await suppressed()).length === 2);
      expect(await suppressed()).toEqual(known);

      const second = await send();
      await until('the second end', 60, async () => {
        const { status, states } = await report(second);
        return (status === 'SENT' && states.BOUNCED === 1) || null;
      });
      expect((await report(second)).states).toMatchObject({ SENT: 1, BOUNCED: 1, SKIPPED: 2 });
      expect(await stateOf(second, 'gone')).toMatchObject({ state: 'SKIPPED', reason: 'SUPPRESSED' });
      expect(await stateOf(second, 'full')).toMatchObject({ state: 'BOUNCED', bounce: 'SOFT' });
    });

    it('applies later reports of a downstream server, and ignores automatic replies', async () => {
      const { createGroup } = await system.data('POST', '/groups', { name: 'Elsewhere' });
      const { _id, slug } = createGroup as { _id: string; slug: string };
      for (const name of ['eve', 'left', 'quota']) {
        const identifier = `${name}@late.example`;
        await system.data('POST', '/subscribers', { integration: 'email', identifier, groupSlug: slug });
      }
      const first = await send(_id);
      await until('the bounces', 60, async () => (await report(first)).states.BOUNCED === 2 || null);
      const bounces = (await deliveries(first)).filter(({ state }) => state === 'BOUNCED');
      expect(bounces.map(({ identifier, bounce, reason }) => [identifier, bounce, reason]).sort()).toEqual([
        ['left@late.example', 'HARD', 'NO_SUCH_ADDRESS'],
        ['quota@late.example', 'SOFT', 'MAILBOX_FULL'],
      ]);

      // Eve's mailbox sends an automatic reply to the return path through the first server.
      await eventually(async () => (await behind.delivered()).length === 1);
      const [, path = ''] = /^Return-Path: <(.*)>$/m.exec((await behind.delivered())[0]?.stored ?? '') ?? [];
      const absence = letter('eve@late.example', 'Away', 'Back in May', 'Auto-Submitted: auto-replied\n');
      const before = await counted('auto-reply');
      await createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true }).sendMail({
        envelope: { from: '', to: path },
        raw: absence,
      });
      await eventually(async () => (await counted('auto-reply')) === before + 1);
      const eve = (await deliveries(first)).find(({ identifier }) => identifier === 'eve@late.example');
      expect(eve).toMatchObject({ state: 'SENT', bounce: null });

      await eventually(async () => (await suppressed()).includes('left@late.example BOUNCED'));
      const second = await send(_id);
      await until('the second end', 60, async () => {
        const { status, states } = await report(second);
        return (status === 'SENT' && states.BOUNCED === 1) || null;
      });
      expect((await report(second)).states).toMatchObject({ SENT: 1, BOUNCED: 1, SKIPPED: 1 });
    });
  },
);
