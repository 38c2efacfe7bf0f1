import { TwilioServer } from '../providers/index';
import type { WorkerService } from './worker-service';
import { type TwilioWorker, ownAccount, startWorker } from './twilio-worker';

const checkedAt = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;

/** The results of tests of settings. */
export function describeTwilioChecks(worker: TwilioWorker): void {
  describe(`a test of ${worker.name} settings`, () => {
    let server: TwilioServer;
    let service: WorkerService;
    beforeAll(async () => {
      server = await TwilioServer.start();
      service = await startWorker(worker, server);
    });
    beforeEach(() => server.startOver());
    afterAll(async () => {
      await service.stop();
      await server.stop();
    });

    it('reports that they work, and sends nothing, if no address is given', async () => {
      expect(await service.check(ownAccount(service))).toEqual({
        ok: true,
        reason: null,
        providerCode: null,
        detail: null,
        checkedAt,
      });
      expect(server.messages).toEqual([]);
    });

    it('sends one message to an address', async () => {
      expect(await service.check(ownAccount(service), '+15005550009')).toMatchObject({ ok: true });
      expect(server.messages).toMatchObject([
        { To: worker.onWire('+15005550009'), From: worker.onWire('+15005550006') },
      ]);
    });

    it.each([
      [
        'the login is refused',
        { status: 401, code: 20003, message: 'Authenticate' },
        'LOGIN_REFUSED',
        '20003',
        'Authenticate',
      ],
      ['Twilio stumbles', { status: 500 }, 'SERVER_ERROR', '500', 'HTTP 500'],
      ['another server responds', { status: 404, text: '<html>' }, 'UNEXPECTED_ANSWER', '404', 'HTTP 404'],
    ] as const)('reports why they do not work when %s', async (_, behavior, reason, providerCode, detail) => {
      server.always(behavior);
      const check = await service.check(ownAccount(service), '+15005550009');
      expect(check).toEqual({ ok: false, reason, providerCode, detail, checkedAt });
      expect(server.messages).toEqual([]);
    });

    it('reports why Twilio refuses the message', async () => {
      server.when(worker.onWire('+15005550009'), {
        status: 400,
        code: 21211,
        message: 'The number is not valid',
      });
      expect(await service.check(ownAccount(service), '+15005550009')).toMatchObject({
        ok: false,
        reason: 'INVALID_ADDRESS',
        providerCode: '21211',
        detail: 'The number is not valid',
      });
    });

    it('reports incomplete settings', async () => {
      expect(await service.check(ownAccount(service, { from: undefined }))).toMatchObject({
        ok: false,
        reason: 'SETTINGS_INVALID',
      });
    });

    it('ends before its caller’s timeout when Twilio does not respond', async () => {
      server.always('keeps silent');
      const check = await service.check(ownAccount(service), '+15005550009');
      expect(check).toMatchObject({ ok: false, reason: 'SERVER_TIMEOUT' });
    });
  });
}
