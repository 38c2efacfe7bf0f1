import {
  newGroup,
  newUser,
  send,
  subscribeAll,
  type TestGroup,
  type TestUser,
  unique,
} from '../dev/driver/arrange';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { inboxOf, receivedBy } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';

jest.setTimeout(90_000);

const PEOPLE = 600;
/** A rate that is slow enough to interrupt a campaign, and fast enough for it to end within seconds. */
const RATE_PER_SECOND = 100;
/** The time without new emails after which no email is in progress anymore. */
const AT_REST_MS = 2_000;

/** A user whose emails are sent slowly, with a group of people. */
async function slowSender(): Promise<{ user: TestUser; group: TestGroup; people: string[] }> {
  const user = await newUser();
  const { hostname, port } = new URL(stack().smtpUrl);
  const settings = { host: hostname, port: Number(port), security: 'none', fromAddress: 'news@own.example' };
  const integration = { channel: 'EMAIL', name: 'Slow', settings, ratePerSecond: RATE_PER_SECOND };
  await data('POST', '/integrations', integration, user.key);
  const group = await newGroup(user);
  const name = unique('slow');
  const people = Array.from({ length: PEOPLE }, (_, n) => `${name}.${n}@example.com`);
  await subscribeAll(user, group, people);
  return { user, group, people };
}

async function changeStatus(
  step: string,
  campaign: string,
  user: TestUser,
  body: object = {},
): Promise<Json> {
  const answered = await data('POST', `/campaigns/${campaign}/${step}`, body, user.key);
  return answered[`${step}Campaign`] as Json;
}

async function report(campaign: string, user: TestUser): Promise<Json> {
  return (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
}

const states = async (campaign: string, user: TestUser): Promise<Record<string, number>> =>
  (await report(campaign, user)).states as Record<string, number>;

const reaches = (status: string, campaign: string, user: TestUser): Promise<Json> =>
  until(`status ${status}`, 60, async () => {
    const now = await report(campaign, user);
    return now.status === status ? now : null;
  });

/** The number of these people who have received an email. */
async function reached(people: readonly string[]): Promise<number> {
  const received = await receivedBy();
  return people.filter((address) => received.has(address)).length;
}

/** The number of these people who have received an email, when it is stable and the report agrees. */
async function sentAtRest(campaign: string, user: TestUser, people: readonly string[]): Promise<number> {
  let last = { sent: -1, since: 0 };
  await until('rest', 60, async () => {
    const sent = await reached(people);
    const isReported = (await states(campaign, user)).SENT === sent;
    if (!isReported || sent !== last.sent) last = { sent, since: Date.now() };
    return isReported && Date.now() - last.since > AT_REST_MS;
  });
  return last.sent;
}

describe('a running campaign', () => {
  it('stops when it is paused, and continues when it is resumed, without duplicates', async () => {
    const { user, group, people } = await slowSender();
    const campaign = await send(user, [group], { name: 'Pause', emailMessage: '<p>Hi</p>' });
    await until('the first emails', 60, async () => (await reached(people)) > 0);
    expect(await changeStatus('pause', campaign, user)).toMatchObject({ status: 'PAUSED', finishedAt: null });
    const sent = await sentAtRest(campaign, user, people);
    expect(sent).toBeLessThan(PEOPLE);
    expect(await report(campaign, user)).toMatchObject({
      status: 'PAUSED',
      states: { SENT: sent, QUEUED: PEOPLE - sent },
    });

    await changeStatus('resume', campaign, user);
    expect(await reaches('SENT', campaign, user)).toMatchObject({ total: PEOPLE, states: { SENT: PEOPLE } });
    const received = await receivedBy();
    expect(people.filter((address) => received.get(address) !== 1)).toEqual([]);
  });

  it('ends permanently when it is canceled, and the counts add up', async () => {
    const { user, group, people } = await slowSender();
    const campaign = await send(user, [group], { name: 'Cancel', emailMessage: '<p>Hi</p>' });
    await until('the first emails', 60, async () => (await reached(people)) > 0);
    expect(await changeStatus('cancel', campaign, user)).toMatchObject({ status: 'CANCELLED' });
    const ended = await until('the counts', 60, async () => {
      const now = await states(campaign, user);
      return now.QUEUED === 0 ? now : null;
    });
    const sent = await reached(people);
    expect(ended).toMatchObject({ SENT: sent, CANCELLED: PEOPLE - sent, FAILED: 0, UNCONFIRMED: 0 });
    expect(ended.CANCELLED).toBeGreaterThan(0);
    const refused = await call('POST', `/campaigns/${campaign}/resume`, {}, user.key);
    expect([refused.status, refused.body.code]).toEqual([409, 'campaign_wrong_status']);
  });
});

describe('a scheduled campaign', () => {
  it('starts at its time', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const address = `${unique('later')}@example.com`;
    await subscribeAll(user, group, [address]);
    const scheduledAt = new Date(Date.now() + 8_000).toISOString();
    const campaign = await send(user, [group], { name: 'Later', emailMessage: '<p>Hi</p>', scheduledAt });
    const { campaign: waiting } = await data('GET', `/campaigns/${campaign}`, undefined, user.key);
    expect(waiting).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt,
      maxLateness: 3_600,
      publishedAt: null,
    });
    await reaches('SENT', campaign, user);
    const [mail] = await inboxOf(address);
    expect(Date.parse(text(mail, 'at'))).toBeGreaterThanOrEqual(Date.parse(scheduledAt));
  });

  it('can be unscheduled', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const campaign = await send(user, [group], { name: 'Never', emailMessage: '<p>Hi</p>', scheduledAt });
    expect((await call('DELETE', `/groups/${group.id}`, undefined, user.key)).body.code).toBe('group_in_use');
    expect(await changeStatus('unschedule', campaign, user)).toMatchObject({
      status: 'DRAFT',
      scheduledAt: null,
    });
  });
});

describe('a retry', () => {
  it('sends only to failed recipients', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const [good, refused] = [`${unique('good')}@example.com`, `reject+${unique('x')}@example.com`];
    await subscribeAll(user, group, [good, refused]);
    const campaign = await send(user, [group], { name: 'Retry', emailMessage: '<p>Hi</p>' });
    await reaches('SENT', campaign, user);
    const failures = async (): Promise<Json[]> =>
      list(
        await data('GET', `/campaigns/${campaign}/deliveries?state=FAILED`, undefined, user.key),
        'deliveries',
      );
    const [failed] = await failures();
    expect(failed).toMatchObject({ identifier: refused, attempts: 1 });

    const nothing = await call('POST', `/campaigns/${campaign}/retry`, { channels: ['sms'] }, user.key);
    expect([nothing.status, nothing.body.code]).toEqual([409, 'nothing_to_retry']);
    const reasons = [text(failed, 'reason')];
    expect(await changeStatus('retry', campaign, user, { reasons })).toMatchObject({
      status: 'SENDING',
      finishedAt: null,
    });
    expect(await reaches('SENT', campaign, user)).toMatchObject({ total: 2, states: { SENT: 1, FAILED: 1 } });
    expect(await failures()).toMatchObject([{ identifier: refused, attempts: 2 }]);
    expect(await inboxOf(good)).toHaveLength(1);
  });
});
