import { setTimeout as pause } from 'node:timers/promises';
import { type WebhookAttempt, newId, webhookEventTypes } from '@carillon/contracts';
import { anErasureStep, eventually } from '@carillon/testing';
import { SystemClock } from '@carillon/platform';
import { ObjectId } from 'mongodb';
import { EndpointOutbox } from '../src/endpoints';
import { Messages } from '../src/messages';
import { Receiver, isSigned } from './receiver';
import { type CreatedWebhook, WebhookService, by, newSecret } from './webhook-service';

describe('webhooks', () => {
  let service: WebhookService;
  let receiver: Receiver;
  let userId: string;

  beforeAll(async () => (service = await WebhookService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    userId = newId();
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    expect(receiver.refused).toEqual([]);
    await receiver.stop();
  });

  const create = async (options: Parameters<WebhookService['create']>[2] = {}): Promise<CreatedWebhook> => {
    const shown = await service.create(userId, receiver.url, options);
    receiver.secrets = [shown.secret];
    return shown;
  };
  const attemptsOf = async ({ id }: { id: string }): Promise<WebhookAttempt[]> =>
    (await service.messenger.request('webhook.attempts', { userId, id, after: null, limit: 100 })).items;
  const read = ({ id }: { id: string }) => service.messenger.request('webhook.get', { userId, id });
  const receive = (count: number): Promise<void> => eventually(() => receiver.received.length >= count);

  it('sends a signed event that the reference library verifies, and logs the attempt', async () => {
    const webhook = await create();
    const at = '2026-03-01T10:00:00.000Z';
    const id = await service.publish(userId, { at, campaignId: newId(), items: [{ campaignId: 'c' }] });
    await receive(1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    expect(JSON.parse(body)).toEqual({
      type: 'campaign.completed',
      timestamp: at,
      data: { campaignId: 'c' },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `msg_${id}-0-0` });
    expect(isSigned(newSecret(newId()).secret, body, headers)).toBe(false);
    expect(isSigned(webhook.secret, `${body} `, headers)).toBe(false);
    await eventually(async () => (await attemptsOf(webhook)).length === 1);
    const [attempt] = await attemptsOf(webhook);
    expect(attempt).toMatchObject({ messageId: `msg_${id}-0-0`, ok: true, status: 200, nextTryAt: null });
  });

  it('sends repeated events once, and no unwanted ones', async () => {
    await create({ eventTypes: ['campaign.completed'] });
    const id = await service.publish(userId);
    await service.publish(userId, { id });
    await service.publish(userId, { type: 'campaign.paused' });
    const last = await service.publish(userId);
    await receive(2);
    expect(receiver.ids).toEqual([`msg_${id}-0-0`, `msg_${last}-0-0`]);
  });

  it('sends deliveries one by one, or up to 100 in a message in batch mode', async () => {
    const batched = await Receiver.start();
    await create();
    const { secret } = await service.create(userId, batched.url, { batch: true });
    batched.secrets = [secret];
    const items = Array.from({ length: 120 }, (_, n) => ({ n }));
    const id = await service.publish(userId, { type: 'delivery.sent', campaignId: newId(), items });
    await receive(120);
    await eventually(() => batched.received.length === 2);
    expect(receiver.received.map(({ data }) => data.n)).toEqual(items.map(({ n }) => n));
    expect(new Set(receiver.ids).size).toBe(120);
    expect(batched.received.map(({ data }) => (data.deliveries as object[]).length)).toEqual([100, 20]);
    expect(batched.ids).toEqual([`msg_${id}-0`, `msg_${id}-1`]);
    expect(batched.refused).toEqual([]);
    await batched.stop();
  });

  it('keeps the order of a campaign during retries, and continues with other campaigns', async () => {
    const webhook = await create();
    const campaignId = newId();
    const [first, second] = [newId(), newId()];
    receiver.reply = ({ id }, nth) => ({ status: id.includes(first) && nth < 4 ? 500 : 200 });
    await service.publish(userId, { id: first, campaignId });
    await service.publish(userId, { id: second, campaignId });
    await receive(1);
    await eventually(async () => (await read(webhook)).failingSince !== null);
    const [attempt] = await attemptsOf(webhook);
    expect(Date.parse(attempt?.nextTryAt ?? '') - Date.parse(attempt?.at ?? '')).toBeGreaterThanOrEqual(
      // Five seconds minus a fifth.
      4_000,
    );
    const other = await service.publish(userId, { campaignId: newId() });
    await receive(2);
    expect(receiver.ids.at(-1)).toContain(other);
    receiver.reply = () => ({ status: 200 });
    await service.comeDue(webhook.id);
    await receive(4);
    expect(receiver.ids.map((id) => id.slice(4, 28))).toEqual([first, other, first, second]);
    await eventually(async () => (await read(webhook)).failingSince === null);
  });

  it('disables an endpoint after the last retry, reports it once, and sends pending messages when it is enabled', async () => {
    const webhook = await create();
    receiver.reply = () => ({ status: 500 });
    const id = await service.publish(userId);
    for (let tries = 1; tries <= 8; tries++) {
      await receive(tries);
      await eventually(async () => (await attemptsOf(webhook)).length === tries);
      if (tries < 8) {
        const put = { endpointId: new ObjectId(webhook.id), failures: tries };
        await eventually(async () => (await service.stored('webhookLines').findOne(put)) !== null);
        await service.comeDue(webhook.id);
      }
    }
    await eventually(() => service.disabled.some((event) => event.id === webhook.id));
    expect(await read(webhook)).toMatchObject({ disabledFor: 'FAILURES' });
    expect(new Set(receiver.ids)).toEqual(new Set([`msg_${id}-0-0`]));
    await eventually(() =>
      service.notes.some(
        ({ action, target, isAutomatic }) =>
          action === 'webhook.disabled' && target.id === webhook.id && isAutomatic === true,
      ),
    );
    // No endpoint subscribes to any event now.
    await eventually(
      () => service.interests.filter((event) => event.userId === userId).at(-1)?.types.length === 0,
    );
    receiver.reply = () => ({ status: 200 });
    await service.messenger.request('webhook.update', { by, userId, id: webhook.id, disabled: false });
    await receive(9);
    expect(receiver.ids.at(-1)).toBe(`msg_${id}-0-0`);
    expect(service.disabled.filter((event) => event.id === webhook.id)).toHaveLength(1);
  });

  it('counts failures from the last accepted message', async () => {
    const webhook = await create();
    const campaignId = newId();
    const [first, second] = [newId(), newId()];
    receiver.reply = () => ({ status: 500 });
    await service.publish(userId, { id: first, campaignId });
    await service.publish(userId, { id: second, campaignId });
    const endpointId = new ObjectId(webhook.id);
    const lines = service.stored('webhookLines');
    await eventually(async () => (await lines.findOne({ endpointId, failures: 1 })) !== null);
    await lines.updateOne({ endpointId }, { $set: { failures: 7 } });
    receiver.reply = ({ id }) => ({ status: id.includes(second) ? 503 : 200 });
    await service.comeDue(webhook.id);
    await eventually(() => receiver.ids.some((id) => id.includes(second)));
    await eventually(async () => (await lines.findOne({ endpointId, failures: 1 })) !== null);
    expect(await read(webhook)).toMatchObject({ disabledFor: null });
  });

  it('sends pending messages immediately, with all retries, to an endpoint that is enabled again during a failing request', async () => {
    const webhook = await create();
    const lines = service.stored('webhookLines');
    const endpointId = new ObjectId(webhook.id);
    receiver.reply = () => ({ status: 500 });
    await service.publish(userId);
    await eventually(async () => (await lines.findOne({ endpointId, failures: 1 })) !== null);
    // The next pause lasts hours.
    await lines.updateOne({ endpointId }, { $set: { failures: 5 } });
    let answer: (value?: unknown) => void = () => undefined;
    const after = new Promise((resolve) => (answer = resolve));
    receiver.reply = (_, nth) => (nth === 2 ? { status: 500, after } : { status: 200 });
    await service.comeDue(webhook.id);
    await receive(2);
    for (const disabled of [true, false])
      await service.messenger.request('webhook.update', { by, userId, id: webhook.id, disabled });
    answer();
    await receive(3);
  });

  it('disables an endpoint immediately when it responds with 410', async () => {
    const webhook = await create();
    receiver.reply = () => ({ status: 410 });
    await service.publish(userId);
    await eventually(async () => (await read(webhook)).disabledFor === 'GONE');
    // Workers read due endpoints in the order of time: disabled endpoints must not block the others permanently.
    const dueOf = async () =>
      (await service.stored('webhookEndpoints').findOne({ _id: new ObjectId(webhook.id) }))?.dueAt as unknown;
    expect(await dueOf()).toBeNull();
    const span = { since: new Date(0).toISOString(), until: new Date().toISOString() };
    await service.messenger.request('webhook.replay', { by, userId, id: webhook.id, ...span });
    expect(await dueOf()).toBeNull();
    await eventually(() => service.disabled.some(({ id, reason }) => id === webhook.id && reason === 'GONE'));
  });

  it('takes few leases while a message waits for its retry, even if the clock is a minute slow', async () => {
    const late = jest
      .spyOn(SystemClock.prototype, 'now')
      .mockImplementation(() => new Date(Date.now() - 60_000));
    try {
      const webhook = await create();
      receiver.reply = (_, nth) => ({ status: nth === 1 ? 500 : 200 });
      await service.publish(userId);
      await receive(1);
      const leases = async () =>
        (await service.stored('webhookEndpoints').findOne({ _id: new ObjectId(webhook.id) }))
          ?.fence as number;
      await receive(2);
      expect(await leases()).toBeLessThan(10);
    } finally {
      late.mockRestore();
    }
  });

  it('waits as long as an endpoint requests', async () => {
    const webhook = await create();
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await service.publish(userId);
    await eventually(async () => (await attemptsOf(webhook)).length === 1);
    const [attempt] = await attemptsOf(webhook);
    expect(Date.parse(attempt?.nextTryAt ?? '') - Date.parse(attempt?.at ?? '')).toBeGreaterThanOrEqual(
      3_600_000,
    );
  });

  it('does not follow a redirect', async () => {
    const webhook = await create();
    receiver.reply = () => ({ status: 302, headers: { location: receiver.url } });
    const attempt = await service.messenger.request('webhook.test', { by, userId, id: webhook.id });
    expect(attempt).toMatchObject({ ok: false, status: 302, error: 'REDIRECT', type: 'webhook.test' });
    expect(receiver.received).toHaveLength(1);
  });

  it('signs with both secrets during a rotation, and only with the new one afterward', async () => {
    const webhook = await create();
    const rotate = (given: ReturnType<typeof newSecret>['sealed']) =>
      service.messenger.request('webhook.rotate-secret', { by, userId, id: webhook.id, ...given });
    const lost = newSecret(webhook.id);
    await rotate(lost.sealed);
    // The response was lost: the request is repeated, with another secret of the same ID.
    const { secret, sealed } = newSecret(webhook.id, lost.sealed.secretId);
    const rotated = await rotate(sealed);
    expect(Date.parse(rotated.formerSecretUntil ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const test = () => service.messenger.request('webhook.test', { by, userId, id: webhook.id });
    await test();
    const [both] = receiver.received;
    expect(
      [webhook.secret, secret].map((each) => isSigned(each, both?.body ?? '', both?.headers ?? {})),
    ).toEqual([true, true]);
    await service
      .stored('webhookEndpoints')
      .updateOne({ 'secrets.id': sealed.secretId }, { $set: { 'secrets.1.until': new Date(0) } });
    receiver.secrets = [secret];
    await test();
    const one = receiver.received.at(-1);
    expect(
      [webhook.secret, secret].map((each) => isSigned(each, one?.body ?? '', one?.headers ?? {})),
    ).toEqual([false, true]);
  });

  describe('when a first attempt arrives after its repetition', () => {
    const late = { code: 'service_unavailable' };
    /** Which of these secrets signs the next message. */
    const signing = async (id: string, ...secrets: string[]): Promise<boolean[]> => {
      receiver.secrets = secrets;
      await service.messenger.request('webhook.test', { by, userId, id });
      const sent = receiver.received.at(-1);
      return secrets.map((each) => isSigned(each, sent?.body ?? '', sent?.headers ?? {}));
    };
    const rotate = (id: string, given: ReturnType<typeof newSecret>['sealed'] & { attempt: number }) =>
      service.messenger.request('webhook.rotate-secret', { by, userId, id, ...given });
    const attemptToCreate = (
      id: string,
      given: ReturnType<typeof newSecret>['sealed'] & { attempt: number },
    ) =>
      service.messenger.request('webhook.create', {
        ...{ by, id, userId, url: receiver.url, eventTypes: [...webhookEventTypes] },
        ...{ batch: false, description: null, ...given },
      });

    it('keeps the secret that was shown for a new endpoint', async () => {
      const id = newId();
      const first = newSecret(id);
      const second = newSecret(id, first.sealed.secretId);
      await attemptToCreate(id, { ...second.sealed, attempt: 2 });
      await expect(attemptToCreate(id, { ...first.sealed, attempt: 1 })).rejects.toMatchObject(late);
      expect(await signing(id, first.secret, second.secret)).toEqual([false, true]);
      // A command that is delivered twice.
      await attemptToCreate(id, { ...second.sealed, attempt: 2 });
      const third = newSecret(id, first.sealed.secretId);
      await attemptToCreate(id, { ...third.sealed, attempt: 3 });
      expect(await signing(id, second.secret, third.secret)).toEqual([false, true]);
    });

    it('does not create an endpoint again that was deleted in the meantime', async () => {
      const { id } = await create();
      // A deleted endpoint stays until all its data is removed.
      const removing = jest.spyOn(EndpointOutbox.prototype, 'deleted').mockResolvedValue([]);
      try {
        await service.messenger.request('webhook.delete', { by, userId, id });
        const again = attemptToCreate(id, { ...newSecret(id).sealed, attempt: 2 });
        await expect(again).rejects.toMatchObject({ code: 'webhook_not_found' });
      } finally {
        removing.mockRestore();
      }
    });

    it('keeps the secret that was shown for a rotation', async () => {
      const { id } = await create();
      const first = newSecret(id);
      const second = newSecret(id, first.sealed.secretId);
      await rotate(id, { ...second.sealed, attempt: 2 });
      await expect(rotate(id, { ...first.sealed, attempt: 1 })).rejects.toMatchObject(late);
      expect(await signing(id, first.secret, second.secret)).toEqual([false, true]);
    });

    it('keeps a rotation between the attempts', async () => {
      const id = newId();
      const [first, rotated] = [newSecret(id), newSecret(id)];
      const second = newSecret(id, first.sealed.secretId);
      await attemptToCreate(id, { ...first.sealed, attempt: 1 });
      await rotate(id, { ...rotated.sealed, attempt: 1 });
      await attemptToCreate(id, { ...second.sealed, attempt: 2 });
      expect(await signing(id, first.secret, second.secret, rotated.secret)).toEqual([false, true, true]);
      await rotate(id, { ...newSecret(id).sealed, attempt: 1 });
      const third = newSecret(id, first.sealed.secretId);
      await expect(attemptToCreate(id, { ...third.sealed, attempt: 3 })).rejects.toMatchObject(late);
      expect(await signing(id, third.secret, rotated.secret)).toEqual([false, true]);
    });
  });

  it('signs with both secrets of two concurrent rotations, because each was shown', async () => {
    const webhook = await create();
    const [one, other] = [newSecret(webhook.id), newSecret(webhook.id)];
    await Promise.all(
      [one, other].map(({ sealed }) =>
        service.messenger.request('webhook.rotate-secret', { by, userId, id: webhook.id, ...sealed }),
      ),
    );
    receiver.secrets = [one.secret];
    await service.messenger.request('webhook.test', { by, userId, id: webhook.id });
    const signed = receiver.received.at(-1);
    expect(
      [one, other].map(({ secret }) => isSigned(secret, signed?.body ?? '', signed?.headers ?? {})),
    ).toEqual([true, true]);
  });

  it('replays one message, or a period, with the same IDs', async () => {
    const webhook = await create();
    const id = await service.publish(userId, { at: '2026-03-01T10:00:00.000Z' });
    await service.publish(userId, { at: '2026-03-02T10:00:00.000Z' });
    await receive(2);
    const messageId = `msg_${id}-0-0`;
    await eventually(
      async () =>
        (await service.stored('webhookChunks').countDocuments({ state: 'SENT', key: `${id}-0` })) === 1,
    );
    await service.messenger.request('webhook.replay-message', { by, userId, id: webhook.id, messageId });
    await receive(3);
    await eventually(() =>
      service.notes.some(
        ({ action, target, changes }) =>
          action === 'webhook.replayed' && target.id === webhook.id && changes[0]?.after === messageId,
      ),
    );
    const span = { since: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.000Z' };
    await service.messenger.request('webhook.replay', { by, userId, id: webhook.id, ...span });
    await receive(4);
    expect(receiver.ids.slice(2)).toEqual([messageId, messageId]);
    const unknown = { by, userId, id: webhook.id, messageId: 'msg_x' };
    await expect(service.messenger.request('webhook.replay-message', unknown)).rejects.toMatchObject({
      code: 'webhook_message_not_found',
    });
  });

  it('sends pending messages while a replay fails, and the replay later', async () => {
    const webhook = await create();
    const first = await service.publish(userId, { at: '2026-03-01T10:00:00.000Z' });
    const chunks = service.stored('webhookChunks');
    await eventually(async () => (await chunks.findOne({ key: `${first}-0`, state: 'SENT' })) !== null);
    const fails = jest.spyOn(Messages.prototype, 'replaySome').mockRejectedValue(new Error('too slow'));
    const span = { since: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.000Z' };
    try {
      await service.messenger.request('webhook.replay', { by, userId, id: webhook.id, ...span });
      await eventually(() => fails.mock.calls.length > 0);
      await service.publish(userId);
      await receive(2);
    } finally {
      fails.mockRestore();
    }
    const due = { _id: new ObjectId(webhook.id), dueAt: { $ne: null }, leaseUntil: new Date(0) };
    await eventually(async () => (await service.stored('webhookEndpoints').findOne(due)) !== null);
    await service.comeDue(webhook.id);
    await receive(3);
    expect(receiver.ids.at(-1)).toBe(`msg_${first}-0-0`);
  });

  it('replays a period without reading other messages or earlier replays', async () => {
    const webhook = await create({ batch: true });
    const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
    const chunks = service.stored('webhookChunks');
    const endpointId = new ObjectId(webhook.id);
    const template = { endpointId, userId: new ObjectId(userId), type: 'delivery.sent', seq: 1, done: 1 };
    const keys = ['sent', 'again', 'waiting'] as const;
    await chunks.insertMany(
      days.flatMap((day) =>
        keys.flatMap((kind) =>
          Array.from({ length: 250 }, (_, n) => ({
            ...{ ...template, line: `${webhook.id}:${kind}`, key: `${kind}-${day}-${n}` },
            // Many messages have the same time.
            at: new Date(`${day}T10:00:0${n % 3}.000Z`),
            state: kind === 'waiting' ? 'WAITING' : 'SENT',
            messages: [
              { id: `msg_${day}-${n}`, body: JSON.stringify({ type: 'delivery.sent', data: { n } }) },
            ],
            expiresAt: new Date(Date.now() + 86_400_000),
          })),
        ),
      ),
    );
    await service.db.command({ profile: 1, filter: { ns: chunks.namespace, 'command.hint': 'sent' } });
    const span = { since: '2026-03-02T00:00:00.000Z', until: '2026-03-03T00:00:00.000Z' };
    await service.messenger.request('webhook.replay', { by, userId, id: webhook.id, ...span });
    await receive(250);
    await service.db.command({ profile: 0 });
    expect(new Set(receiver.ids)).toEqual(
      new Set(Array.from({ length: 250 }, (_, n) => `msg_2026-03-02-${n}`)),
    );
    const reads = await service.db.collection('system.profile').find().toArray();
    expect(reads.map(({ nreturned }) => nreturned as number)).toEqual([100, 100, 50]);
    expect(reads.map(({ docsExamined }) => docsExamined as number)).toEqual([100, 100, 50]);
  });

  it('is not delayed by unreachable or slow endpoints', async () => {
    const [slow, dead] = await Promise.all([Receiver.start(), Receiver.start()]);
    slow.reply = () => ({ status: 200, afterMs: 1_000 });
    const gone = dead.url;
    await dead.stop();
    await service.create(userId, slow.url);
    await service.create(userId, gone);
    await create();
    const campaignId = newId();
    const items = Array.from({ length: 100 }, (_, n) => ({ n }));
    await service.publish(userId, { type: 'delivery.sent', campaignId, items });
    await receive(100);
    expect(slow.received.length).toBeLessThan(100);
    await slow.stop();
  });

  it('loses no message, and keeps the order, when other workers continue after one stops', async () => {
    const webhook = await create();
    const campaignId = newId();
    receiver.reply = () => ({ status: 200, afterMs: 10 });
    for (let batch = 0; batch < 3; batch++) {
      const items = Array.from({ length: 50 }, (_, n) => ({ n: batch * 50 + n }));
      await service.publish(userId, { type: 'delivery.sent', campaignId, items });
    }
    await receive(20);
    await service.shutDown();
    // As after a kill, the lease is not returned.
    await pause(50);
    await Promise.all([service.boot(), service.boot()]);
    await eventually(() => new Set(receiver.ids).size === 150);
    const first = [...new Map(receiver.received.map(({ id, data }) => [id, data.n])).values()];
    expect(first).toEqual(Array.from({ length: 150 }, (_, n) => n));
    expect(await read(webhook)).toMatchObject({ disabledFor: null });
  });

  it('publishes the wanted events to other services, and removes all data of a deleted endpoint', async () => {
    const webhook = await create({ eventTypes: ['delivery.failed'] });
    const latest = () => service.interests.filter((event) => event.userId === userId).at(-1);
    await eventually(() => latest()?.types.join() === 'delivery.failed');
    receiver.reply = () => ({ status: 500 });
    await service.publish(userId, { type: 'delivery.failed' });
    const endpointId = new ObjectId(webhook.id);
    const counts = () =>
      Promise.all(
        ['webhookChunks', 'webhookLines', 'webhookAttempts'].map((name) =>
          service.stored(name).countDocuments({ endpointId }),
        ),
      );
    await eventually(async () => (await counts()).every((count) => count > 0));
    await service.messenger.request('webhook.delete', { by, userId, id: webhook.id });
    await eventually(() => latest()?.types.length === 0);
    await eventually(async () => {
      const endpoints = await service.stored('webhookEndpoints').countDocuments({ url: webhook.url });
      return endpoints === 0 && (await counts()).every((count) => count === 0);
    });
    await expect(read(webhook)).rejects.toMatchObject({ code: 'webhook_not_found' });
  });

  it('erases a person, and a user with all data', async () => {
    await create({ batch: true });
    receiver.reply = () => ({ status: 500 });
    const items = [{ identifier: 'ann@example.com' }, { identifier: 'ben@example.com' }];
    await service.publish(userId, { type: 'delivery.sent', items });
    await service.publish(userId, { type: 'suppression.created', items });
    const step = { ...anErasureStep(), userId };
    const erase = (address: string | null) =>
      service.messenger.request('erasure.step-in-webhook-worker', { ...step, address });
    expect(await erase('ann@example.com')).toEqual({ state: 'done', next: null });
    const left = JSON.stringify(await service.stored('webhookChunks').find().toArray());
    expect(left).not.toContain('ann@example.com');
    expect(left).toContain('ben@example.com');
    await eventually(async () => (await erase(null)).state === 'done');
    expect(JSON.stringify(await service.stored('webhookChunks').find().toArray())).not.toContain(
      'ben@example.com',
    );
  });

  it('erases several people at the same time, even from one message', async () => {
    const webhook = await create({ batch: true });
    receiver.reply = () => ({ status: 500 });
    const people = Array.from({ length: 20 }, (_, n) => `person${n}@example.net`);
    const items = [...people, 'ben@example.net'].map((identifier) => ({ identifier }));
    await service.publish(userId, { type: 'delivery.sent', items });
    const step = { ...anErasureStep(), userId };
    await Promise.all(
      people.map((address) =>
        service.messenger.request('erasure.step-in-webhook-worker', { ...step, address }),
      ),
    );
    const of = { endpointId: new ObjectId(webhook.id) };
    const left = JSON.stringify(await service.stored('webhookChunks').find(of).toArray());
    expect(left.match(/[a-z0-9]+@example\.net/g)).toEqual(['ben@example.net']);
  });

  it('limits an account to ten endpoints, and accepts only HTTPS addresses on the internet', async () => {
    for (let n = 0; n < 10; n++) await service.create(userId, receiver.url);
    await expect(service.create(userId, receiver.url)).rejects.toMatchObject({ code: 'limit_reached' });
    for (const url of ['http://example.com/', 'https://u:p@example.com/', 'ftp://example.com/'])
      await expect(service.create(newId(), url)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
