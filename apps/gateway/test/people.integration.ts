import { AppError } from '@carillon/contracts';
import { USER } from './callers';
import { GROUP, ID, person } from './examples';
import { Gateway } from './gateway';
import { obliging } from './services';

const presented = {
  _id: ID,
  externalId: null,
  email: ['ann@example.com'],
  phone: ['+4915112345678'],
  whatsapp: [],
  attributes: person.attributes,
  locale: 'de-DE',
  timeZone: null,
  country: null,
  createdAt: person.createdAt,
  updatedAt: person.updatedAt,
};

describe('people', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await Gateway.start({
      ...obliging,
      'person.merge': ({ otherId }) => {
        if (otherId === GROUP) return person;
        throw new AppError('person_conflict', undefined, [], { personIds: `${ID} ${otherId}` });
      },
    });
  });
  afterAll(() => gateway.close());

  it('are listed with the addresses of each channel', async () => {
    const { status, body } = await gateway.call('GET', '/people?limit=10');
    expect([status, body]).toEqual([200, { data: { people: [presented] } }]);
    expect(gateway.payloads('person.list').at(-1)).toMatchObject({
      userId: USER,
      address: null,
      externalId: null,
    });
  });

  it('are found by the canonical form of an address, and by the external ID', async () => {
    await gateway.call('GET', '/people?identifier=Ann@Example.com&externalId=7');
    expect(gateway.payloads('person.list').at(-1)).toMatchObject({
      address: 'ann@example.com',
      externalId: '7',
    });
  });

  it('are created with canonical values, and without duplicate addresses', async () => {
    const body = {
      email: ['Ann@Example.com', 'ann@example.com'],
      phone: ['+49 151 12345678'],
      locale: 'de_de',
      timeZone: 'europe/berlin',
      country: 'de',
      attributes: { city: 'Oslo' },
    };
    const { status, headers } = await gateway.call('POST', '/people', { body });
    const command = gateway.payloads('person.create').at(-1);
    expect(status).toBe(201);
    expect(headers.location).toBe(`/api/v1/people/${command?.id}`);
    expect(command).toMatchObject({
      userId: USER,
      addresses: { EMAIL: ['ann@example.com'], SMS: ['+4915112345678'] },
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      attributes: { city: 'Oslo' },
    });
    expect(Object.keys(command?.addresses ?? {})).toEqual(['EMAIL', 'SMS']);
  });

  it('are changed only in the given fields; null removes a value', async () => {
    const body = { externalId: null, attributes: { city: null } };
    expect((await gateway.call('PATCH', `/people/${ID}`, { body })).status).toBe(200);
    expect(gateway.payloads('person.update').at(-1)).toEqual({ userId: USER, id: ID, ...body });
  });

  it('are merged by name of the caller; a conflict names the people', async () => {
    const merged = await gateway.call('POST', `/people/${ID}/merge`, { body: { personId: GROUP } });
    expect([merged.status, merged.body]).toEqual([200, { data: { mergePerson: presented } }]);
    expect(gateway.payloads('person.merge').at(-1)).toMatchObject({ userId: USER, by: { role: 'user' } });
    const refused = await gateway.call('POST', `/people/${ID}/merge`, { body: { personId: ID } });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'person_conflict', personIds: `${ID} ${ID}` });
  });

  it("can't be read without permission, or by an invalid ID", async () => {
    expect((await gateway.call('GET', '/people/x')).status).toBe(404);
    expect((await gateway.call('PATCH', `/people/${ID}`, { body: { locale: 'de' } }, 'reader')).status).toBe(
      403,
    );
    expect(
      (await gateway.call('POST', `/people/${ID}/merge`, { body: { personId: GROUP } }, 'reader')).status,
    ).toBe(403);
  });
});
