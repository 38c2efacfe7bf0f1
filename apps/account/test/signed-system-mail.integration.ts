import { type Domain, newId } from '@carillon/contracts';
import { DnsServer, describeWithDkimpy, verifyDkim } from '@carillon/testing';
import { AccountService, by } from './account-service';
import { Mailbox } from './mailbox';

const operator = { by, userId: null };

describeWithDkimpy('system emails', () => {
  const mailbox = new Mailbox();
  let dns: DnsServer;
  let service: AccountService;
  let domain: Domain;

  beforeAll(async () => {
    dns = await DnsServer.start();
    service = await AccountService.start({
      ...{ DNS_SERVERS: dns.address, DEFAULT_SMTP_URL: await mailbox.listen() },
      DEFAULT_FROM: 'hello@mail.carillon.example',
    });
    domain = await service.messenger.request('domain.create', {
      ...operator,
      ...{ id: newId(), domain: 'carillon.example' },
    });
  });
  afterAll(async () => {
    await service.stop();
    await dns.stop();
    await mailbox.close();
  });

  /** The results of the signatures of an invitation. */
  const verified = async (records: Record<string, string>): Promise<boolean[] | undefined> => {
    const { id: userId } = await service.user({ name: 'Zoë’s Café' });
    mailbox.messages.length = 0;
    await service.messenger.request('invitation.create', {
      ...{ by, id: newId(), userId, email: 'ann@example.org', role: 'editor' },
      publicUrl: 'https://carillon.example',
    });
    return (await verifyDkim(mailbox.messages, records))[0];
  };

  it('are signed with each key of the operator that DNS has', async () => {
    expect(await verified({})).toEqual([]);
    const keys = domain.records.filter(({ purpose }) => purpose === 'DKIM');
    for (const { type, name, value } of keys) if (value !== null) dns.set(type, name, value);
    await service.messenger.request('domain.check', { userId: null, id: domain.id });
    const records = Object.fromEntries(keys.map(({ name, value }) => [name, value ?? '']));
    expect(await verified(records)).toEqual([true, true]);
  });

  it('are not signed after the domain was deleted', async () => {
    await service.messenger.request('domain.delete', { ...operator, id: domain.id });
    expect(await verified({})).toEqual([]);
  });
});
