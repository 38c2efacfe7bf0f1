import { AppError, type Payload, type Suppression } from '@carillon/contracts';
import { GROUP, ID, suppression } from './examples';
import { USER, byUser } from './callers';
import { Gateway } from './gateway';
import { newSuppression } from './operations';

describe('suppressions', () => {
  let gateway: Gateway;
  /** The existing suppression, and whether the recipient wanted it. */
  let present: Suppression | null = null;
  let isWanted = false;
  beforeAll(async () => {
    gateway = await Gateway.start({
      'suppression.list': () => ({ items: [suppression], next: null }),
      'suppression.create': ({ id }) =>
        present
          ? { suppression: present, created: false }
          : { suppression: { ...suppression, id }, created: true },
      'suppression.history': ({ channel, address }) => {
        const at = suppression.createdAt;
        const cause = { reason: 'STOPPED', sender: null, source: 'message SM1', createdAt: at } as const;
        const liftedAt = at;
        const byKey = { type: 'KEY', by: byUser, why: 'By phone' } as const;
        const byRecipient = { type: 'RECIPIENT', source: 'message SM2' } as const;
        const lifted = [byKey, byRecipient].map((liftedBy) => ({ ...cause, liftedAt, liftedBy }));
        const topics = [{ topicId: ID, source: null, createdAt: at }];
        return { channel, address, causes: [], lifted, topics, snoozedUntil: at };
      },
      'suppression.delete': ({ ids, confirmConsent }) => {
        if (isWanted && !confirmConsent) throw new AppError('suppression_by_recipient');
        return { ids };
      },
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    present = null;
    isWanted = false;
  });

  const created = (): Payload<'suppression.create'> | undefined =>
    gateway.payloads('suppression.create').at(-1);

  it('are created by channel in any letter case and by the canonical address', async () => {
    const answer = await gateway.call('POST', '/suppressions', {
      body: { channel: 'Sms', identifier: '+1 415-555-2671' },
    });
    expect(created()).toMatchObject({ userId: USER, channel: 'SMS', address: '+14155552671' });
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/suppressions/${created()?.id}`]);
    await gateway.call('POST', '/suppressions', {
      body: { channel: 'email', identifier: ' Ann@Example.com' },
    });
    expect(created()).toMatchObject({ channel: 'EMAIL', address: 'ann@example.com' });
  });

  it('return the existing one with 200', async () => {
    present = { ...suppression, reason: 'STOPPED' };
    const answer = await gateway.call('POST', '/suppressions', { body: newSuppression });
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    expect(answer.body).toMatchObject({ data: { createSuppression: { _id: ID, reason: 'STOPPED' } } });
  });

  it.each([
    ['', { channel: null, reason: null, address: null }],
    ['?channel=sms&reason=STOPPED', { channel: 'SMS', reason: 'STOPPED', address: null }],
    ['?identifier=Ann@Example.com', { channel: null, reason: null, address: 'ann@example.com' }],
    ['?identifier=%2B1%20415%20555%202671', { channel: null, reason: null, address: '+14155552671' }],
    ['?channel=whatsapp&identifier=+14155552671', { channel: 'WHATSAPP', address: '+14155552671' }],
  ])('are listed with these filters: %s', async (query, filters) => {
    expect((await gateway.call('GET', `/suppressions${query}`)).status).toBe(200);
    expect(gateway.payloads('suppression.list').at(-1)).toMatchObject({
      userId: USER,
      limit: 100,
      ...filters,
    });
  });

  it('are deleted once each, and without a confirmation unless it is given', async () => {
    await gateway.call('DELETE', '/suppressions', { body: { suppressionIds: [ID, GROUP, ID] } });
    const deletion = { userId: USER, ids: [ID, GROUP], confirmConsent: false, by: byUser };
    expect(gateway.payloads('suppression.delete').at(-1)).toEqual(deletion);
    for (const confirmConsent of [true, false]) {
      await gateway.call('DELETE', '/suppressions', { body: { suppressionIds: [ID], confirmConsent } });
      expect(gateway.payloads('suppression.delete').at(-1)).toMatchObject({ confirmConsent });
    }
  });

  it('are lifted with the given reason, which stays in the history of the address', async () => {
    await gateway.call('DELETE', '/suppressions', { body: { suppressionIds: [ID], reason: 'By phone' } });
    expect(gateway.payloads('suppression.delete').at(-1)).toMatchObject({ reason: 'By phone', by: byUser });
    const query = 'channel=sms&identifier=%2B1%20415%20555%202671';
    const { body } = await gateway.call('GET', `/suppressions/history?${query}`);
    const request = { userId: USER, channel: 'SMS', address: '+14155552671' };
    expect(gateway.payloads('suppression.history').at(-1)).toEqual(request);
    const cause = {
      reason: 'STOPPED',
      sender: null,
      source: 'message SM1',
      createdAt: suppression.createdAt,
    };
    const why = { liftedAt: suppression.createdAt, why: null };
    expect(body).toEqual({
      data: {
        suppressionHistory: {
          channel: 'SMS',
          identifier: '+14155552671',
          causes: [],
          lifted: [
            {
              ...cause,
              ...why,
              liftedBy: { type: 'KEY', keyId: byUser.keyId, source: null },
              why: 'By phone',
            },
            { ...cause, ...why, liftedBy: { type: 'RECIPIENT', keyId: null, source: 'message SM2' } },
          ],
          topics: [{ topic: ID, source: null, createdAt: suppression.createdAt }],
          pastTopics: [],
          snoozedUntil: suppression.createdAt,
        },
      },
    });
    expect((await gateway.call('GET', '/suppressions/history?channel=sms')).status).toBe(422);
  });

  it('are a separate conflict if the recipient requested them', async () => {
    isWanted = true;
    const body = { suppressionIds: [ID] };
    const answer = await gateway.call('DELETE', '/suppressions', { body });
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'suppression_by_recipient', errors: [] }),
    ]);
    const confirmed = { body: { ...body, confirmConsent: true } };
    expect((await gateway.call('DELETE', '/suppressions', confirmed)).status).toBe(200);
  });
});
