import { AppError, type ErrorCode } from '@carillon/contracts';
import { ID } from './examples';
import { USER } from './callers';
import { Gateway } from './gateway';
import { type SessionHeaders, login, sessions } from './members';

describe('testing a campaign', () => {
  let gateway: Gateway;
  let answer: () => { state: 'SENT' | 'FAILED' | 'UNCONFIRMED' };
  beforeAll(async () => {
    gateway = await Gateway.start({ 'campaign.test': () => answer(), 'login.get': () => login });
  });
  beforeEach(() => (answer = () => ({ state: 'SENT' })));
  afterAll(() => gateway.close());

  const path = `/campaigns/${ID}/test`;
  const mail = { channel: 'email', identifier: ' Ann@Example.com ' };
  const test = (body: object, headers = {}) => gateway.call('POST', path, { body, headers });

  it('sends one message to the canonical address, with a new ID, and returns its result', async () => {
    const { status, body } = await test({ ...mail, extraData: { name: 'Ann' } });
    const command = gateway.payloads('campaign.test').at(-1);
    expect(command).toMatchObject({
      ...{ userId: USER, id: ID, channel: 'EMAIL', address: 'ann@example.com' },
      extraData: { name: 'Ann' },
    });
    expect([status, body]).toEqual([
      202,
      {
        data: {
          testCampaign: {
            _id: command?.testSendId,
            ...{ channel: 'EMAIL', identifier: 'ann@example.com', state: 'SENT' },
          },
        },
      },
    ]);
    await test(mail);
    expect(gateway.payloads('campaign.test').at(-1)).toMatchObject({ extraData: {} });
  });

  it('requires a key with the scope send', async () => {
    const { status, body } = await gateway.call('POST', path, { body: mail }, 'writer');
    expect([status, body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  });

  it.each<[string, SessionHeaders, object, number]>([
    ['an editor’s own', sessions.editor, { channel: 'email', identifier: ' ADA@example.com' }, 202],
    ['another one', sessions.editor, mail, 403],
    ['an editor’s phone', sessions.editor, { channel: 'sms', identifier: '+4915155501701' }, 403],
    ['a viewer’s own', sessions.viewer, { channel: 'email', identifier: 'ada@example.com' }, 403],
    ['any, of a sender', sessions.sender, mail, 202],
  ])('reaches only the person themselves without that scope: %s', async (_, headers, body, status) => {
    expect((await gateway.plain('POST', `/api/v1${path}`, { body, headers })).status).toBe(status);
  });

  it.each<[ErrorCode, number]>([
    ['campaign_not_found', 404],
    ['integration_not_found', 404],
    ['address_suppressed', 409],
    ['validation_failed', 422],
    ['service_unavailable', 503],
  ])('returns a refusal: %s is %i', async (code, status) => {
    answer = () => {
      throw new AppError(code);
    };
    expect(await test(mail)).toMatchObject({ status, body: { code } });
  });

  it('returns the time of the next attempt after too many', async () => {
    answer = () => {
      throw new AppError('rate_limited', 'Ten at most', [], { retryAfter: '52' });
    };
    const { status, headers, body } = await test(mail);
    expect([status, headers['retry-after']]).toEqual([429, '52']);
    expect(body).toMatchObject({ code: 'rate_limited', detail: 'Ten at most' });
    expect(body).not.toHaveProperty('retryAfter');
  });

  it('uses the same ID when a failed request with an Idempotency-Key is repeated', async () => {
    const key = { 'idempotency-key': 'a-test' };
    answer = () => {
      throw new AppError('service_unavailable');
    };
    expect((await test(mail, key)).status).toBe(503);
    answer = () => ({ state: 'SENT' });
    expect((await test(mail, key)).status).toBe(202);
    const [first, second] = gateway.payloads('campaign.test').slice(-2);
    expect(second?.testSendId).toBe(first?.testSendId);
    expect((await test(mail, key)).headers['idempotency-replayed']).toBe('true');
  });
});
