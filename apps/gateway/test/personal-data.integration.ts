import { AppError, newId } from '@carillon/contracts';
import { anErasureStep } from '@carillon/testing';
import { USER } from './callers';
import { account, person, subscriber } from './examples';
import { Gateway } from './gateway';
import { newSubscriber } from './operations';
import { eligibility } from './personal-data';
import { obliging } from './services';

describe('people', () => {
  let gateway: Gateway;
  let trailIsAway = false;
  /** Services return their data of a person after this. */
  let answered: Promise<unknown> = Promise.resolve();
  beforeAll(async () => {
    gateway = await Gateway.start({
      ...obliging,
      'erasure.note-export': () => {
        if (trailIsAway) throw new AppError('service_unavailable');
        return {};
      },
      'person.eligibility': () => answered.then(() => eligibility),
      'user.create': ({ id, name, email }) => ({ ...account, id, name, email }),
      'subscriber.create': (command) => ({ ...subscriber, id: command.id, address: command.address }),
    });
  });
  afterAll(() => gateway.close());

  it('are read and erased by the canonical form of an email address or phone number', async () => {
    await gateway.call('GET', '/people/data?identifier=%20Ann@Example.com');
    expect(gateway.payloads('person.eligibility').at(-1)).toEqual({
      userId: USER,
      address: 'ann@example.com',
    });
    const answer = await gateway.call('DELETE', '/people/data', { body: { identifier: '+1 415-555-2671' } });
    const begun = gateway.payloads('erasure.begin').at(-1);
    expect(begun).toMatchObject({ userId: USER, address: '+14155552671', by: { role: 'user' } });
    expect(answer.status).toBe(202);
    expect(answer.headers.location).toBe(`/api/v1/people/erasures/${begun?.id}`);
  });

  it('are read and erased with all addresses, each of them once', async () => {
    const path = `/people/${newId()}/data`;
    const { body } = await gateway.call('GET', path);
    const { personRecord } = (body as { data: { personRecord: { addresses: { identifier: string }[] } } })
      .data;
    const addresses = [...new Set(person.channels.map(({ address }) => address))];
    expect(personRecord.addresses.map(({ identifier }) => identifier)).toEqual(addresses);
    expect(gateway.payloads('erasure.note-person-export').at(-1)).toMatchObject({ userId: USER });
    const answer = await gateway.call('DELETE', path);
    const begun = gateway.payloads('erasure.begin-with-addresses').at(-1);
    expect(begun).toMatchObject({ userId: USER, addresses, by: { role: 'user' } });
    expect(answer.status).toBe(202);
    expect(answer.headers.location).toBe(`/api/v1/people/erasures/${begun?.id}`);
  });

  it('are returned with their consent, lifted suppressions, and replies to HELP', async () => {
    const { body } = await gateway.call('GET', '/people/data?identifier=ann@example.com');
    expect(body).toMatchObject({
      data: {
        personalData: {
          memberships: [{ consent: { given: { source: 'Form at /news' } } }],
          suppressions: [
            {
              lifted: [
                { reason: 'STOPPED', liftedBy: { type: 'RECIPIENT', source: 'message SM2' }, why: null },
              ],
            },
          ],
          helpAnswers: [{ channel: 'SMS' }],
          inboundMessages: [{ text: 'Who is this?', meaning: null }],
        },
      },
    });
  });

  it.each([
    ['GET', '/people/data', undefined, 'query.identifier', 'required'],
    ['GET', '/people/data?identifier=ann', undefined, 'query.identifier', 'invalid_phone'],
    ['DELETE', '/people/data', {}, 'identifier', 'required'],
    ['DELETE', '/people/data', { identifier: 'ann@' }, 'identifier', 'invalid_email'],
  ])('are not found by an invalid identifier: %s %s %j', async (method, path, body, field, code) => {
    const answer = await gateway.call(method, path, body ? { body } : {});
    expect(answer.body).toMatchObject({ status: 422, errors: [{ field, code }] });
  });

  it('are limited in concurrent reads per user, with a time to retry', async () => {
    const held = Promise.withResolvers<undefined>();
    answered = held.promise;
    const responses = Array.from({ length: 5 }, () =>
      gateway.call('GET', '/people/data?identifier=ann@example.com'),
    );
    const refused = await Promise.race(responses);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    expect(refused.body).not.toHaveProperty('retryAfter');
    held.resolve(undefined);
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 429]);
  });

  it('are not returned unless the request was recorded', async () => {
    trailIsAway = true;
    expect((await gateway.call('GET', '/people/data?identifier=ann@example.com')).status).toBe(503);
    trailIsAway = false;
  });

  it('are erased from stored responses, whose requests are then rejected and do not run again', async () => {
    const post = (identifier: string) =>
      gateway.call('POST', '/subscribers', {
        body: { ...newSubscriber, identifier },
        headers: { 'idempotency-key': `add ${identifier}` },
      });
    const [ann, ben] = ['Ann.Smith@Example.com', 'ben@example.com'];
    await post(ann);
    await post(ben);
    const shown = await gateway.call('GET', '/people/data?identifier=ann.smith@example.com');
    expect(shown.body).toMatchObject({
      data: { personalData: { storedAnswers: [{ expiresAt: expect.any(String) as string }] } },
    });
    const added = gateway.payloads('subscriber.create').length;
    const step = { ...anErasureStep(), userId: USER, address: 'ann.smith@example.com' };
    expect(await gateway.messenger.request('erasure.step-in-gateway', step)).toEqual({
      state: 'done',
      next: null,
    });
    const stored = await gateway.around.database.of('gateway').collection('idempotencyKeys').find().toArray();
    expect(JSON.stringify(stored)).not.toMatch(/ann\.smith/i);
    expect((await post(ann)).body).toMatchObject({ status: 409, code: 'answer_erased' });
    expect((await post(ben)).status).toBe(201);
    expect(gateway.payloads('subscriber.create')).toHaveLength(added);
  });

  it('are erased with their user, also from responses to operators', async () => {
    const post = (path: string, key: string, body: object) =>
      gateway.call('POST', path, { body, headers: { 'idempotency-key': key } }, 'operator');
    const created = await post('/operator/users', 'new', {
      name: 'Grace Hopper',
      email: 'grace@example.com',
    });
    const userId = String(created.headers.location).split('/').at(-1) ?? '';
    await post(`/operator/users/${userId}/api-keys`, 'key', { name: 'Of Grace' });
    const other = await post('/operator/users', 'other', { name: 'Somebody else' });
    const step = { ...anErasureStep(), userId, address: null };
    expect(await gateway.messenger.request('erasure.step-in-gateway', step)).toMatchObject({ state: 'done' });
    const stored = await gateway.around.database.of('gateway').collection('idempotencyKeys').find().toArray();
    expect(JSON.stringify(stored)).not.toMatch(/grace/i);
    const again = await post('/operator/users', 'new', { name: 'Grace Hopper', email: 'grace@example.com' });
    expect(again.body).toMatchObject({ status: 409, code: 'answer_erased' });
    expect((await post('/operator/users', 'other', { name: 'Somebody else' })).body).toEqual(other.body);
  });

  it("are deleted with their user, without other users' data", async () => {
    const step = { ...anErasureStep(), userId: USER, address: null };
    expect(await gateway.messenger.request('erasure.step-in-gateway', step)).toMatchObject({ state: 'done' });
    const keys = gateway.around.database.of('gateway').collection('idempotencyKeys');
    expect(await keys.countDocuments({ userId: { $exists: true } })).toBe(0);
    expect(await keys.countDocuments()).toBeGreaterThan(0);
  });
});
