import { newId } from '@carillon/contracts';
import { closedPort, eventually } from '@carillon/testing';
import { simpleParser } from 'mailparser';
import { EmailWorkerService, manyPeople, userId } from './email-worker-service';
import { TestMailServer } from './test-mail-server';

describe('the email worker', () => {
  let service: EmailWorkerService;
  let server: TestMailServer;
  beforeAll(async () => {
    service = await EmailWorkerService.start({ SEND_TIMEOUT_MS: '3000' });
  });
  beforeEach(async () => {
    server = await TestMailServer.start();
  });
  afterEach(() => server.stop());
  afterAll(() => service.stop());

  /** The sender for the server of this test. */
  const own = (settings: Record<string, unknown> = {}, password?: string) =>
    service.sender(`own${server.port}`, server.port, settings, password).id;
  const addressees = () => server.mails.map(({ to }) => to).sort();

  it('sends each recipient of a batch a personal mail, and reports it', async () => {
    const people = manyPeople(200);
    const senderId = own();
    // A lease starts sends for five seconds, and returns the remaining recipients.
    let left = people;
    while (left.length > 0) {
      const { sent, ...rest } = await service.result(await service.release(left, { senderId }));
      expect(sent).not.toEqual([]);
      expect(new Set(sent).size).toBe(sent.length);
      expect(rest).toEqual({
        outcomes: [],
        returned: left.map((_, i) => i).filter((i) => !sent.includes(i)),
        providerDown: null,
      });
      left = left.filter((_, i) => rest.returned.includes(i));
    }
    expect(addressees()).toEqual(people.map((person) => `${person}@example.org`).sort());
    const mail = server.mails.find(({ to }) => to === 'person7@example.org');
    const { subject, html, text, messageId } = await simpleParser(mail?.raw ?? '');
    expect(subject).toBe('News for person7');
    expect(text).toMatch(/^Dear person7\n\n-- \nSent with Carillon\nUnsubscribe: https:\S+\n$/);
    expect(html).toContain('<p>Dear person7</p>');
    expect(messageId).toMatch(/^<[0-9a-z_-]+@shop\.example>$/);
  });

  it('reports the result of every recipient for every reply of the server', async () => {
    const people = [
      'ann',
      'gone',
      'policy',
      'busy',
      'full',
      'closing',
      'greylisted',
      'reset-rcpt',
      'reset-data',
      'ben',
      'reset-end',
    ];
    const lease = await service.release(people, { senderId: own() });
    const { sent, outcomes, providerDown } = await service.result(lease);
    expect(sent.map((i) => people[i])).toEqual(['ann', 'ben']);
    expect(outcomes.map(({ i, kind, reason, permanent }) => [people[i], kind, reason, permanent])).toEqual([
      ['gone', 'failed', 'NO_SUCH_ADDRESS', true],
      ['policy', 'failed', 'REFUSED', true],
      ['busy', 'failed', 'MAILBOX_BUSY', false],
      ['full', 'failed', 'MAILBOX_FULL', false],
      ['closing', 'throttled', 'SERVER_BUSY', false],
      ['greylisted', 'throttled', 'SLOW_DOWN', false],
      ['reset-rcpt', 'failed', 'CONNECTION_LOST', false],
      ['reset-data', 'unknown', 'CONNECTION_LOST', false],
      ['reset-end', 'unknown', 'CONNECTION_LOST', false],
    ]);
    expect(providerDown).toBeNull();
    expect(addressees()).toEqual(['ann@example.org', 'ben@example.org']);
  });

  it('slows down only the domain group whose provider defers', async () => {
    const deferring = await TestMailServer.start({ deferring: ['gmail.com', 'googlemail.com'] });
    try {
      const sender = service.sender(newId(), deferring.port);
      const addresses = manyPeople(100).flatMap((person) => [`${person}@gmail.com`, `${person}@example.org`]);
      const offer = (some: readonly string[]) =>
        service.offer(
          sender,
          some.map((address) => ({ address })),
          { userId },
        );
      const { sent, outcomes, returned, providerDown } = await service.result(await offer(addresses));
      // The others need one lease, as usual, although every 421 ends a connection.
      expect(sent.map((i) => addresses[i])).toEqual(
        addresses.filter((each) => each.endsWith('@example.org')),
      );
      expect([returned, providerDown]).toEqual([[], null]);
      const reasons = outcomes.map(({ reason }) => reason);
      expect(new Set(reasons)).toEqual(new Set(['SLOW_DOWN', 'DOMAIN_GROUP_LIMITED']));
      expect(deferring.deferrals).toBe(reasons.filter((reason) => reason === 'SLOW_DOWN').length);
      expect(deferring.deferrals).toBeLessThanOrEqual(5);

      const next = await service.result(await offer(['ann@googlemail.com', 'ann@outlook.com']));
      expect(next.sent).toEqual([1]);
      expect(next.outcomes).toMatchObject([{ kind: 'throttled', reason: 'DOMAIN_GROUP_LIMITED' }]);
    } finally {
      await deferring.stop();
    }
  });

  it('reports only nonexistent addresses for suppression', async () => {
    service.refused.length = 0;
    const people = ['ann', 'gone', 'policy', 'full', 'gone+2', 'greylisted'];
    const lease = await service.release(people, { senderId: own() });
    const { outcomes } = await service.result(lease);
    expect(outcomes.filter(({ reason }) => reason === 'NO_SUCH_ADDRESS')).toHaveLength(2);
    await eventually(() => service.refused.flatMap(({ addresses }) => addresses).length === 2);
    expect(service.refused.flatMap(({ addresses }) => addresses).sort()).toEqual([
      'gone+2@example.org',
      'gone@example.org',
    ]);
    for (const event of service.refused) {
      expect(event).toMatchObject({ userId, channel: 'EMAIL', cause: 'BOUNCED', sender: null });
    }
  });

  it('pauses for a busy server, and fails no recipient', async () => {
    const people = Array.from({ length: 50 }, (_, n) => `closing+${n}`);
    const { sent, outcomes, providerDown } = await service.result(
      await service.release(people, { senderId: own() }),
    );
    expect(sent).toEqual([]);
    expect(outcomes.length).toBeLessThan(8);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['throttled']));
    expect(providerDown).toMatchObject({ reason: 'SERVER_BUSY', providerCode: '421 4.3.2' });
  });

  it('leaves few results unknown if the server aborts every message', async () => {
    const people = Array.from({ length: 50 }, (_, n) => `reset-end+${n}`);
    const { sent, outcomes, returned, providerDown } = await service.result(
      await service.release(people, { senderId: own() }),
    );
    expect(sent).toEqual([]);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['unknown']));
    expect(outcomes.length).toBeLessThan(8);
    expect(returned).toHaveLength(50 - outcomes.length);
    expect(providerDown).toMatchObject({ reason: 'CONNECTION_LOST' });
  });

  it('gives up on a silent server in time, even within a short lease', async () => {
    const people = ['hang-rcpt', 'hang-data'];
    const lease = await service.release(people, { senderId: own(), leaseMs: 1_000 });
    const { outcomes } = await service.result(lease);
    expect(outcomes.map(({ i, kind, reason }) => [people[i], kind, reason])).toEqual([
      ['hang-rcpt', 'failed', 'SERVER_TIMEOUT'],
      ['hang-data', 'unknown', 'SERVER_TIMEOUT'],
    ]);
  });

  it('repeats an email with the same Message-ID', async () => {
    const senderId = own();
    const first = await service.release(['ann'], { senderId });
    await service.result(first);
    // The Message-ID identifies the delivery by the batch and the position in it.
    await service.release(['ann'], first);
    await eventually(() => server.mails.length === 2);
    const ids = server.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('ignores a stale hint', async () => {
    const before = service.settled.length;
    await service.others.messenger.publish('email.batch-released', {
      batchId: 'stale',
      campaignId: '64b7c0ffee64b7c0ffee0001',
      release: 1,
      leaseMs: 10_000,
    });
    await eventually(() => service.taken.includes('stale'));
    await service.result(await service.release(['ann'], { senderId: own() }));
    expect(service.settled.slice(before).filter(({ batchId }) => batchId === 'stale')).toEqual([]);
  });

  it('does not exceed its rate', async () => {
    const from = performance.now();
    const lease = await service.release(manyPeople(6), { senderId: own(), sendsPerSecond: 10 });
    await service.result(lease);
    expect(performance.now() - from).toBeGreaterThan(500);
  });

  it('fails no recipient if the mail server is unreachable', async () => {
    const { id } = service.sender('closed', await closedPort());
    const lease = await service.release(manyPeople(50), { senderId: id });
    expect(await service.result(lease)).toMatchObject({
      sent: [],
      outcomes: [],
      providerDown: { reason: 'CONNECTION_REFUSED', providerCode: null },
    });
  });

  it('fails no recipient if the server refuses the login, and sends as soon as the password is right', async () => {
    const strict = await TestMailServer.start({ password: 'right' });
    service.sender('strict', strict.port, { username: 'me' }, 'wrong');
    const lease = await service.release(manyPeople(50), { senderId: 'strict' });
    expect(await service.result(lease)).toMatchObject({
      sent: [],
      outcomes: [],
      providerDown: { reason: 'LOGIN_REFUSED', providerCode: '535 5.7.8' },
    });
    service.sender('strict', strict.port, { username: 'me' }, 'right');
    await service.others.messenger.broadcast('sender.changed', { senderId: 'strict' });
    await eventually(async () => {
      const next = await service.release(['ann'], { senderId: 'strict' });
      return (await service.result(next)).sent.length === 1;
    });
    await strict.stop();
  });

  it('requests content and credentials once', async () => {
    const senderId = own();
    const leases = await Promise.all([1, 2, 3].map(() => service.release(['ann'], { senderId })));
    await Promise.all(leases.map((lease) => service.result(lease)));
    expect(service.opened.filter((id) => id === senderId)).toHaveLength(1);
  });

  it('continues, and loses no outcome, when the broker disconnects', async () => {
    const people = manyPeople(60);
    const lease = await service.release(people, { senderId: own(), sendsPerSecond: 50 });
    await eventually(() => server.mails.length > 10);
    const before = server.mails.length;
    await service.broker.dropConnections();
    const { sent, returned } = await service.result(lease);
    // A lease starts sends for a limited time, and returns the remaining recipients.
    const results = [...new Set(sent), ...returned];
    expect(results.sort((a, b) => a - b)).toEqual(people.map((_, i) => i));
    expect(server.mails.length).toBeGreaterThan(before);
    expect(server.mails).toHaveLength(new Set(sent).size);
  });
});
