import { newId } from '@carillon/contracts';
import { closedPort, eventually } from '@carillon/testing';
import { simpleParser } from 'mailparser';
import { EmailWorkerService } from './email-worker-service';
import { TestMailServer } from './test-mail-server';

describe('a test send', () => {
  let service: EmailWorkerService;
  let server: TestMailServer;
  beforeAll(async () => {
    service = await EmailWorkerService.start();
  });
  beforeEach(async () => {
    server = await TestMailServer.start();
  });
  afterEach(() => server.stop());
  afterAll(() => service.stop());

  const ann = { address: 'ann@example.org', variables: { name: 'Ann' } };
  const own = () => service.sender(`own${server.port}`, server.port);
  const arrived = async () => simpleParser(server.mails.at(-1)?.raw ?? '');

  it('sends the email that a recipient gets, with an unsubscribe link', async () => {
    expect(await service.sendOne(own(), ann)).toBe('SENT');
    const { subject, text, headers } = await arrived();
    expect(subject).toBe('News for Ann');
    expect(text).toMatch(/^Dear Ann\n\n-- \nSent with Carillon\nUnsubscribe: https:\S+\n$/);
    expect(headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringMatching(/^https:/) as string },
    });
  });

  it('has a new Message-ID each time, which identifies no delivery', async () => {
    const ids = [];
    for (const _ of [1, 2]) {
      await service.sendOne(own(), ann);
      ids.push((await arrived()).messageId);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('sends one email for a command that is received several times', async () => {
    const testSendId = newId();
    expect(await service.sendOne(own(), ann, testSendId)).toBe('SENT');
    expect(await service.sendOne(own(), ann, testSendId)).toBe('UNCONFIRMED');
    expect(server.mails).toHaveLength(1);
  });

  it('reports FAILED if the server rejects it or is unreachable', async () => {
    expect(await service.sendOne(own(), { ...ann, address: 'gone@example.org' })).toBe('FAILED');
    await eventually(() => service.refused.length === 1);
    expect(service.refused[0]).toMatchObject({ addresses: ['gone@example.org'], cause: 'BOUNCED' });
    expect(await service.sendOne(service.sender('none', await closedPort()), ann)).toBe('FAILED');
  });

  it('reports UNCONFIRMED before its caller’s timeout if the server does not respond after the message', async () => {
    const state = await service.sendOne(own(), { ...ann, address: 'hang-data@example.org' });
    expect(state).toBe('UNCONFIRMED');
  });
});
