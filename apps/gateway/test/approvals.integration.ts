import { AppError } from '@carillon/contracts';
import { USER, byUser } from './callers';
import { ID } from './examples';
import { Gateway } from './gateway';
import { MEMBER, aSessionOf } from './members';
import { obliging } from './services';

describe('two-person approval', () => {
  let gateway: Gateway;
  const approver = aSessionOf('approver');
  const editor = aSessionOf('editor');
  const byMember = { by: { role: 'user', keyId: MEMBER }, memberName: 'Ada Lovelace' };
  beforeAll(async () => {
    gateway = await Gateway.start(obliging);
  });
  beforeEach(() => {
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  const ask = (body: object, headers?: Record<string, string>) =>
    gateway.call(
      'POST',
      `/campaigns/${ID}/request-approval`,
      { body, ...(headers && { headers }) },
      headers ? null : undefined,
    );

  it('is requested by a key or a person, with a note and a time', async () => {
    const { status, body } = await ask({ note: 'Please check.', isStarted: true });
    expect([status, body]).toMatchObject([
      200,
      {
        data: {
          requestApproval: {
            approval: {
              ...{ _id: ID, state: 'PENDING', decision: null, notStarted: null },
              requestedBy: { memberId: ID, keyId: null, name: 'Ada Lovelace' },
              start: { scheduledAt: null, maxLateness: null },
            },
          },
        },
      },
    ]);
    await ask({ isStarted: true, scheduledAt: '2026-12-24T18:00:00+01:00', maxLateness: 60 });
    await ask({}, editor);
    const common = { userId: USER, id: ID, requestId: expect.any(String) as string };
    const byKey = { by: byUser, memberName: null };
    const start = { scheduledAt: '2026-12-24T17:00:00.000Z', maxLateness: 60 };
    expect(gateway.payloads('campaign.request-approval')).toEqual([
      { ...common, actor: byKey, note: 'Please check.', start: { scheduledAt: null, maxLateness: null } },
      { ...common, actor: byKey, note: null, start },
      { ...common, actor: byMember, note: null, start: null },
    ]);
  });

  it('starts a campaign only for requesters with the permission to send', async () => {
    const answer = await ask({ isStarted: true }, editor);
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
    expect(gateway.payloads('campaign.request-approval')).toEqual([]);
  });

  it('cannot be requested by approvers, and takes their decisions', async () => {
    expect((await ask({}, approver)).status).toBe(403);
    for (const [verb, key] of [
      ['approve', 'approveCampaign'],
      ['reject', 'rejectCampaign'],
    ] as const) {
      const body = { approvalId: ID, note: 'Good.' };
      const path = `/campaigns/${ID}/${verb}`;
      const answer = await gateway.call('POST', path, { body, headers: approver }, null);
      expect([answer.status, answer.body]).toMatchObject([200, { data: { [key]: { _id: ID } } }]);
      expect(gateway.payloads(`campaign.${verb}`)).toEqual([
        {
          ...{ userId: USER, id: ID, requestId: expect.any(String) as string },
          ...{ actor: byMember, note: 'Good.', approvalId: ID },
        },
      ]);
    }
  });

  it.each([
    ['no request', {}, 'approvalId', 'required'],
    ['a wrong request', { approvalId: 'x' }, 'approvalId', 'invalid_id'],
    ['a long note', { approvalId: ID, note: 'x'.repeat(2_001) }, 'note', 'too_long'],
  ])('refuses a decision with %s', async (_, body, field, code) => {
    const answer = await gateway.call('POST', `/campaigns/${ID}/approve`, { body, headers: approver }, null);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ field, code }] }]);
  });

  it('filters the list of campaigns', async () => {
    await gateway.call('GET', '/campaigns?approval=PENDING', { headers: approver }, null);
    expect(gateway.payloads('campaign.list')).toMatchObject([{ userId: USER, approval: 'PENDING' }]);
  });

  it('is required by owners only', async () => {
    const turnOn = (headers: Record<string, string>) =>
      gateway.call('PATCH', '/account/approval', { body: { required: true }, headers }, null);
    expect((await turnOn(approver)).status).toBe(403);
    expect((await turnOn(aSessionOf('owner'))).body).toEqual({
      data: { updateApproval: { required: true, members: 3, approvers: 2 } },
    });
    expect(gateway.payloads('account.change-approval')).toEqual([
      { by: byMember.by, userId: USER, required: true },
    ]);
  });
});

it('is announced to clients that publish', async () => {
  const gateway = await Gateway.start({
    'campaign.publish': () => {
      throw new AppError('approval_required');
    },
  });
  const answer = await gateway.call('POST', '/campaigns/publish', { body: { campaignId: ID } });
  await gateway.close();
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'approval_required' }]);
});
