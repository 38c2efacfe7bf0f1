import { type Domain, type DomainRecord, type OpenSender, MAX_DOMAINS, newId } from '@carillon/contracts';
import { parseSigningKey } from '@carillon/dkim';
import { DnsServer, eventually } from '@carillon/testing';
import { createPublicKey } from 'node:crypto';
import { RecheckDomains } from '../src/domains/recheck-domains';
import { AccountService, aSender, by, code, vault } from './account-service';

describe('domains', () => {
  let service: AccountService;
  let dns: DnsServer;
  let userId: string;
  beforeAll(async () => {
    dns = await DnsServer.start();
    service = await AccountService.start({
      ...{ DNS_SERVERS: dns.address, DEFAULT_SMTP_URL: 'smtp://127.0.0.1:2525' },
      ...{ DEFAULT_FROM: 'news@mail.shared.example', DEFAULT_BOUNCE_DOMAIN: 'bounces.shared.example' },
    });
  });
  beforeEach(async () => {
    dns.clear();
    dns.failure = undefined;
    ({ id: userId } = await service.user());
  });
  afterAll(async () => {
    await service.stop();
    await dns.stop();
  });

  const create = (domain = 'shop.example', user = userId, id = newId()) =>
    service.messenger.request('domain.create', { by, userId: user, id, domain });
  const check = ({ id }: Domain) => service.messenger.request('domain.check', { userId, id });
  const rotate = ({ id }: Domain) => service.messenger.request('domain.rotate', { by, userId, id });
  const get = ({ id }: Domain, user = userId) =>
    service.messenger.request('domain.get', { userId: user, id });
  const remove = ({ id }: Domain, user = userId) =>
    service.messenger.request('domain.delete', { by, userId: user, id });
  const from = (fromAddress: string, settings: object = {}) =>
    service.messenger.request('sender.create', {
      ...withoutOnly(aSender(userId)),
      ...{ name: newId() },
      settings: { host: 'mail.test', port: 587, security: 'none', fromAddress, ...settings },
      ...{ sealed: {}, secrets: {} },
    });
  const open = (id: string): Promise<OpenSender> => service.messenger.request('sender.open', { userId, id });

  /** Publishes records as a user does who copies them. */
  const publish = (records: readonly DomainRecord[]): void => {
    for (const { type, name, value } of records) if (value !== null) dns.set(type, name, value);
  };
  const documents = async ({ id }: Domain) =>
    (await service.documents('domains')).filter(({ _id }) => String(_id) === id);
  const dkim = ({ records }: Domain) => records.filter(({ purpose }) => purpose === 'DKIM');
  const of = ({ records }: Domain, purpose: DomainRecord['purpose']) => {
    const record = records.find((each) => each.purpose === purpose);
    if (!record) throw new Error(`There is no record for ${purpose}`);
    return record;
  };
  const states = ({ keys }: Domain) => keys.map(({ selector, state }) => `${selector.slice(-4)} ${state}`);

  it('have keys that sign only when they are found in DNS', async () => {
    const sender = await from('news@shop.example');
    const created = await create();
    expect(created).toMatchObject({ domain: 'shop.example', state: 'PENDING' });
    expect(states(created)).toEqual(['rsa1 PENDING', '-ed1 PENDING']);
    expect(dkim(created).map(({ status, finding }) => [status, finding])).toEqual([
      ['MISSING', 'dkim_missing'],
      ['MISSING', 'dkim_optional'],
    ]);
    expect(await open(sender.id)).toMatchObject({ version: '1' });
    expect(await open(sender.id)).not.toHaveProperty('signingKeys');

    publish(dkim(created));
    service.broadcasts.length = 0;
    const published = await check(created);
    expect(published.state).toBe('INCOMPLETE');
    expect(states(published)).toEqual(['rsa1 ACTIVE', '-ed1 ACTIVE']);
    expect(dkim(published).map(({ status }) => status)).toEqual(['OK', 'OK']);
    await eventually(() => service.broadcasts.includes(`sender.changed ${sender.id}`));

    const opened = await open(sender.id);
    expect(opened.version).not.toBe('1');
    const keys = opened.signingKeys ?? [];
    expect(keys.map(({ domain, algorithm }) => [domain, algorithm])).toEqual([
      ['shop.example', 'RSA_2048'],
      ['shop.example', 'ED25519'],
    ]);
    await service.messenger.request('sender.test', { userId, id: sender.id, address: null });
    expect(service.checked.at(-1)?.sender).toEqual(opened);
    for (const { keyId, sealed, ...key } of keys) {
      const privateKey = vault.open(sealed, `signing-key:${keyId}`);
      const publicKey = createPublicKey(parseSigningKey({ ...key, privateKey }).key);
      const record = dkim(published).find(({ name }) => name.startsWith(key.selector));
      const bytes = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
      expect(record?.value?.replace(/.*p=/, '')).toBe(
        key.algorithm === 'RSA_2048' ? bytes : Buffer.from(bytes, 'base64').subarray(-32).toString('base64'),
      );
      expect(JSON.stringify(await service.documents('domains'))).not.toContain(privateKey);
    }
  });

  it('never show keys, neither to users nor in the audit trail', async () => {
    const created = await create();
    const page = { userId, after: null, limit: 10 };
    const { items } = await service.messenger.request('domain.list', page);
    expect(items).toEqual([created]);
    expect(await get(created)).toEqual(created);
    const entries = await service.documents('auditEntries');
    const shown = JSON.stringify([
      created,
      items,
      entries.filter((entry) => entry.action === 'domain.created'),
    ]);
    const stored = await service.documents('domains');
    const sealed = stored.flatMap((each) => (each.keys as { sealed: string }[]).map((key) => key.sealed));
    expect(sealed.length).toBeGreaterThan(1);
    for (const each of sealed) expect(shown).not.toContain(each);
  });

  it('stop signing when the record disappears, but not when the DNS server is down', async () => {
    const sender = await from('news@shop.example');
    const created = await create();
    publish(dkim(created));
    await check(created);
    dns.failure = 2;
    const down = await check(created);
    expect(new Set(down.records.map(({ status, finding }) => `${status} ${finding}`))).toEqual(
      new Set(['UNKNOWN dns_unavailable']),
    );
    expect(states(down)).toEqual(['rsa1 ACTIVE', '-ed1 ACTIVE']);
    dns.failure = undefined;
    const [rsa] = dkim(created);
    if (!rsa) throw new Error('no key');
    dns.set('TXT', rsa.name, 'v=DKIM1; k=rsa; p=AAAA');
    const replaced = await check(created);
    expect(dkim(replaced)[0]).toMatchObject({
      ...{ status: 'WRONG', finding: 'dkim_other_key', found: ['v=DKIM1; k=rsa; p=AAAA'] },
    });
    expect(states(replaced)).toEqual(['rsa1 PENDING', '-ed1 ACTIVE']);
    expect((await open(sender.id)).signingKeys).toHaveLength(1);
  });

  it('get unknown results within seconds from a server that does not answer', async () => {
    dns.failure = null;
    const created = await create();
    expect(new Set(created.records.map(({ status }) => status))).toEqual(new Set(['UNKNOWN']));
    expect(created.state).toBe('PENDING');
  }, 20_000);

  it('use the old key until the new one is found, and alternate between two selectors', async () => {
    const sender = await from('news@shop.example');
    const selectors = async () =>
      ((await open(sender.id)).signingKeys ?? []).map(({ selector }) => selector.slice(-4));
    const created = await create();
    const [rsa] = dkim(created);
    if (!rsa) throw new Error('no key');
    publish([rsa]);
    await check(created);

    const rotated = await rotate(created);
    expect(states(rotated)).toEqual(['rsa1 ACTIVE', '-ed1 PENDING', 'rsa2 PENDING']);
    expect(states(await rotate(created))).toEqual(states(rotated));
    expect(await selectors()).toEqual(['rsa1']);

    publish(dkim(rotated).filter(({ name }) => name.includes('rsa2')));
    const changed = await check(created);
    expect(states(changed)).toEqual(['rsa1 RETIRED', '-ed1 PENDING', 'rsa2 ACTIVE']);
    expect(await selectors()).toEqual(['rsa2']);
    for (const each of [changed, await check(created)])
      expect(dkim(each)[0]).toMatchObject({ finding: 'dkim_retired', value: null, isRequired: false });
    const [stored] = await documents(created);
    expect((stored?.keys as object[])[0]).not.toHaveProperty('sealed');

    const again = await rotate(created);
    expect(states(again)).toEqual(['-ed1 PENDING', 'rsa2 ACTIVE', 'rsa1 PENDING']);
    expect(dkim(again).find(({ name }) => name.includes('rsa1'))).toMatchObject({ status: 'WRONG' });
    dns.set('TXT', rsa.name);
    publish(dkim(again));
    const last = await check(created);
    expect(states(last)).toEqual(['-ed1 ACTIVE', 'rsa2 RETIRED', 'rsa1 ACTIVE']);
    const retired = dkim(last).find(({ name }) => name.includes('rsa2'));
    if (!retired) throw new Error('no record');
    dns.set('TXT', retired.name);
    expect(states(await check(created))).toEqual(['-ed1 ACTIVE', 'rsa1 ACTIVE']);
  });

  it('sign emails of their subdomains, unless the subdomain has its own keys', async () => {
    const sender = await from('a@news.shop.example');
    const others = [await from('a@othershop.example'), await from('a@example')].map(({ id }) => id);
    const parent = await create();
    publish(dkim(parent));
    await check(parent);
    const domains = async (id = sender.id) =>
      ((await open(id)).signingKeys ?? []).map(({ domain }) => domain);
    expect(await domains()).toEqual(['shop.example', 'shop.example']);
    for (const id of others) expect(await domains(id)).toEqual([]);
    const own = await create('news.shop.example');
    expect(await domains()).toEqual(['shop.example', 'shop.example']);
    publish(dkim(own));
    await check(own);
    expect(await domains()).toEqual(['news.shop.example', 'news.shop.example']);
    await remove(own);
    expect(await domains()).toEqual(['shop.example', 'shop.example']);
  });

  it('are complete with SPF, DMARC, and the mail server of the bounce domain', async () => {
    await from('news@shop.example', { bounceDomain: 'bounces.shop.example' });
    const created = await create();
    expect(
      created.records.map(({ purpose, name, status }) => `${purpose} ${name} ${status}`).slice(2),
    ).toEqual([
      'SPF bounces.shop.example MISSING',
      'DMARC _dmarc.shop.example MISSING',
      'BOUNCE_MX bounces.shop.example MISSING',
      'BIMI default._bimi.shop.example MISSING',
    ]);
    expect(of(created, 'SPF').value).toBe('v=spf1 a:mail.test ~all');
    publish(created.records);
    dns.set('MX', 'bounces.shop.example', '10 carillon.test');
    dns.set('A', 'mail.test', '192.0.2.7');
    const checked = await check(created);
    expect(checked.state).toBe('OK');
    expect(of(checked, 'SPF')).toMatchObject({ status: 'OK', finding: 'spf_published' });
    expect(of(checked, 'DMARC')).toMatchObject({ status: 'OK', finding: 'dmarc_monitors' });
    expect(of(checked, 'BOUNCE_MX')).toMatchObject({ status: 'OK', found: ['carillon.test'] });
    expect(dns.questions.filter((each) => each === 'MX bounces.shop.example').length).toBeLessThanOrEqual(2);
  });

  it('are checked daily, and hourly while new keys are pending', async () => {
    const created = await create();
    const due = () => service.stored('domains').updateMany({}, { $set: { checkAt: new Date(0) } });
    const [pending] = await documents(created);
    const hours = (each: { checkAt?: Date; checkedAt?: Date } = {}) =>
      ((each.checkAt?.getTime() ?? NaN) - (each.checkedAt?.getTime() ?? NaN)) / 3_600_000;
    expect(hours(pending)).toBeLessThan(2);
    publish(dkim(created));
    await due();
    service.part(RecheckDomains).nudge();
    await eventually(async () => (await get(created)).state === 'INCOMPLETE');
    const [active] = await documents(created);
    expect(hours(active)).toBeGreaterThan(12);
  });

  it('exist once per account, up to a limit', async () => {
    const id = newId();
    const created = await create('shop.example', userId, id);
    expect((await create('shop.example', userId, id)).id).toBe(created.id);
    await expect(create()).rejects.toEqual(code('domain_exists'));
    const { id: other } = await service.user();
    expect((await create('shop.example', other)).keys[0]?.selector).not.toBe(created.keys[0]?.selector);
    const stored = service.stored('domains');
    const [{ _id, ...facts } = {}] = await documents(created);
    expect(String(_id)).toBe(id);
    const more = Array.from({ length: MAX_DOMAINS - 1 }, (_, n) => ({
      ...facts,
      domain: `d${n}.example`,
      slot: MAX_DOMAINS + n,
    }));
    await stored.insertMany(more);
    await expect(create('last.example')).rejects.toEqual(code('limit_reached'));
  });

  describe('of the operator', () => {
    const mine = { by, userId: null };
    const openDefault = (user = userId): Promise<OpenSender> =>
      service.messenger.request('sender.open', { userId: user, id: 'default' });
    const checkMine = ({ id }: Domain) => service.messenger.request('domain.check', { userId: null, id });
    let created: Domain;
    beforeEach(async () => {
      created = await service.messenger.request('domain.create', {
        ...mine,
        ...{ id: newId(), domain: 'shared.example' },
      });
    });
    afterEach(() => service.messenger.request('domain.delete', { ...mine, id: created.id }));

    it('sign the emails of the default sender, and no others', async () => {
      const own = await from('news@shared.example');
      expect(created).toMatchObject({ userId: null, state: 'PENDING' });
      expect(of(created, 'SPF')).toMatchObject({
        ...{ name: 'bounces.shared.example', value: 'v=spf1 ip4:127.0.0.1 ~all' },
      });
      const before = await openDefault();
      expect(before).not.toHaveProperty('signingKeys');

      publish(dkim(created));
      service.broadcasts.length = 0;
      await checkMine(created);
      await eventually(() => service.broadcasts.includes('sender.changed default'));
      const opened = await openDefault();
      expect(opened.signingKeys?.map(({ domain, algorithm }) => [domain, algorithm])).toEqual([
        ['shared.example', 'RSA_2048'],
        ['shared.example', 'ED25519'],
      ]);
      expect(opened.version).not.toBe(before.version);
      expect((await openDefault((await service.user()).id)).signingKeys).toEqual(opened.signingKeys);
      expect(await open(own.id)).not.toHaveProperty('signingKeys');
    });

    it('are not signed by users who have the same domain', async () => {
      const ofUser = await create('shared.example');
      publish(dkim(ofUser));
      await check(ofUser);
      expect(await openDefault()).not.toHaveProperty('signingKeys');
    });

    it('are in no account, and their changes are in the trail of operators', async () => {
      await expect(get(created)).rejects.toEqual(code('domain_not_found'));
      await expect(check(created)).rejects.toEqual(code('domain_not_found'));
      await expect(remove(created)).rejects.toEqual(code('domain_not_found'));
      const page = { after: null, limit: 10 };
      expect((await service.messenger.request('domain.list', { userId, ...page })).items).toEqual([]);
      const { items } = await service.messenger.request('domain.list', { userId: null, ...page });
      expect(items).toEqual([created]);
      const again = { ...mine, id: newId(), domain: 'shared.example' };
      await expect(service.messenger.request('domain.create', again)).rejects.toEqual(code('domain_exists'));
      await service.messenger.request('domain.rotate', { ...mine, id: created.id });
      const entries = await service.documents('auditEntries');
      expect(entries.filter(({ target }) => (target as { id: string }).id === created.id)).toEqual([
        expect.objectContaining({ userId: null, action: 'domain.created' }),
      ]);
    });

    it('are checked daily', async () => {
      publish(dkim(created));
      await service.stored('domains').updateMany({}, { $set: { checkAt: new Date(0) } });
      service.part(RecheckDomains).nudge();
      await eventually(async () => (await openDefault()).signingKeys !== undefined);
    });
  });

  it('belong to one account', async () => {
    const created = await create();
    const { id: other } = await service.user();
    await expect(get(created, other)).rejects.toEqual(code('domain_not_found'));
    await expect(remove(created, other)).rejects.toEqual(code('domain_not_found'));
    expect(await remove(created)).toEqual({ ids: [created.id] });
    await expect(get(created)).rejects.toEqual(code('domain_not_found'));
  });
});

function withoutOnly({ isOnly: _, ...sender }: ReturnType<typeof aSender>) {
  return sender;
}
