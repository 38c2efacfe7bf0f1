import { type OpenSender, newId } from '@carillon/contracts';
import { eventually } from '../eventually';
import { TwilioServer, accountSid } from '../providers/index';
import type { WorkerService } from './worker-service';
import { type TwilioWorker, manyPeople, ownAccount, startWorker } from './twilio-worker';

/** The results of the messages of a lease. */
export function describeTwilioSending(worker: TwilioWorker): void {
  describe(`the ${worker.name} worker`, () => {
    let server: TwilioServer;
    let service: WorkerService;
    let sender: OpenSender;
    beforeAll(async () => {
      server = await TwilioServer.start();
      service = await startWorker(worker, server);
    });
    beforeEach(() => {
      server.startOver();
      service.reports.splice(0);
      service.refused.splice(0);
      sender = ownAccount(service);
    });
    afterAll(async () => {
      await service.stop();
      await server.stop();
    });

    it('sends to each recipient once, and reports Twilio’s ID of each message', async () => {
      const lease = await service.offer(sender, manyPeople(50));
      const { sent, outcomes, providerDown } = await service.result(lease);
      expect(providerDown).toBeNull();
      expect(sent).toEqual([]);
      expect(outcomes.map(({ i }) => i)).toEqual(lease.recipients.map(({ i }) => i));
      expect(
        outcomes.every(({ kind, providerId }) => kind === 'sent' && (providerId ?? '').startsWith('SM')),
      ).toBe(true);
      expect(server.messages.map(({ To }) => To).sort()).toEqual(
        lease.recipients.map(({ address }) => worker.onWire(address)).sort(),
      );
      expect(server.messages.find(({ To }) => To === worker.onWire('+15005551007'))).toMatchObject({
        Body: 'Hello person 7',
        StatusCallback:
          `https://carillon.example.com/api/v1/callbacks/twilio/${sender.id}/status` +
          `?delivery=${lease.batchId}-7#rc=5&rp=all`,
        ValidityPeriod: '3600',
      });
    });

    it('also sends a single message once, under an ID that does not belong to a delivery', async () => {
      const [person = { address: '', variables: {} }] = manyPeople(1);
      const testSendId = newId();
      expect(await service.sendOne(sender, person, testSendId)).toBe('SENT');
      expect(await service.sendOne(sender, person, testSendId)).toBe('UNCONFIRMED');
      expect(server.messages).toMatchObject([
        {
          To: worker.onWire(person.address),
          Body: 'Hello person 0',
          StatusCallback: expect.stringContaining(`/status?delivery=test-send-${testSendId}#`) as string,
        },
      ]);
      server.when(worker.onWire(person.address), { status: 400, code: 21610 });
      expect(await service.sendOne(sender, person)).toBe('FAILED');
      await eventually(() => service.refused.length === 1);
    });

    it('authenticates as the account of the sender, with its sealed credentials', async () => {
      const sealed = service.addSender(
        { accountSid, messagingServiceSid: `MG${'1'.repeat(32)}`, apiKeySid: `SK${'1'.repeat(32)}` },
        { authToken: 'the token', apiKeySecret: 'the secret' },
      );
      await service.result(await service.offer(sealed, manyPeople(1)));
      expect(server.requests).toMatchObject([
        {
          path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
          username: `SK${'1'.repeat(32)}`,
          password: 'the secret',
          form: { MessagingServiceSid: `MG${'1'.repeat(32)}` },
        },
      ]);
    });

    it('reports each result, and addresses to suppress before that', async () => {
      const [ann, ben, cem, dora] = manyPeople(4).map(({ address }) => worker.onWire(address));
      server.when(ann ?? '', { status: 400, code: 21610 }).when(ben ?? '', { status: 400, code: 21211 });
      server.when(cem ?? '', { status: 400, code: 14107 }).when(dora ?? '', 'resets');
      const lease = await service.offer(sender, manyPeople(5));
      const { outcomes } = await service.result(lease);
      expect(outcomes).toMatchObject([
        { kind: 'failed', permanent: true, reason: 'OPTED_OUT', providerCode: '21610' },
        { kind: 'failed', permanent: true, reason: 'INVALID_ADDRESS', providerCode: '21211' },
        { kind: 'throttled', reason: 'TOO_MANY_FOR_RECIPIENT', retryAfterMs: 60_000, providerCode: '14107' },
        { kind: 'unknown', reason: 'CONNECTION_LOST', providerCode: null },
        { kind: 'sent' },
      ]);
      await eventually(() => service.refused.length === 1);
      expect(service.refused).toMatchObject([
        {
          userId: lease.userId,
          channel: worker.channel,
          cause: 'STOPPED',
          sender: '+15005550006',
          addresses: ['+15005551000'],
        },
      ]);
    });

    it.each([
      [
        'refuses the login',
        { status: 401, code: 20003, message: 'Authenticate' },
        'LOGIN_REFUSED',
        '20003',
        'Authenticate',
      ],
      [
        'does not know the sender',
        { status: 400, code: 21212, message: 'No sender' },
        'SENDER_REFUSED',
        '21212',
        'No sender',
      ],
    ] as const)('fails no recipient when Twilio %s', async (_, behaviour, reason, providerCode, detail) => {
      server.always(behaviour);
      const lease = await service.offer(sender, manyPeople(10));
      const { outcomes, providerDown, returned } = await service.result(lease);
      expect(outcomes).toEqual([]);
      expect(providerDown).toEqual({ reason, providerCode, detail });
      expect(returned).toHaveLength(10);
    });

    it('fails no recipient when the settings are incomplete', async () => {
      const lease = await service.offer(ownAccount(service, { from: undefined }), manyPeople(3));
      const { outcomes, providerDown } = await service.result(lease);
      expect(outcomes).toEqual([]);
      expect(providerDown).toMatchObject({ reason: 'SETTINGS_INVALID' });
    });

    it.each([
      ['stumbles', { status: 503, code: 20503 }, 'SERVER_ERROR'],
      ['cuts the connection', 'resets', 'CONNECTION_LOST'],
    ] as const)(
      'leaves three messages in doubt and does not start the others when Twilio %s',
      async (_, behaviour, reason) => {
        server.always(behaviour);
        const lease = await service.offer(sender, manyPeople(10));
        const { outcomes, providerDown, returned } = await service.result(lease);
        expect(outcomes).toMatchObject(outcomes.map(() => ({ kind: 'unknown', reason })));
        expect(outcomes).toHaveLength(3);
        expect(server.messages).toHaveLength(3);
        expect(providerDown).toMatchObject({ reason });
        expect(returned).toHaveLength(7);
      },
    );

    it('keeps the rate of its lease', async () => {
      const from = performance.now();
      await service.result(await service.offer(sender, manyPeople(10), { sendsPerSecond: 10 }));
      expect(performance.now() - from).toBeGreaterThan(850);
    });
  });
}
