import { newId } from '@carillon/contracts';
import { USER } from './callers';
import { CalledGateway, MessageSid, at, authToken, codeOf, senderId } from './called-gateway';

let called: CalledGateway;
beforeAll(async () => {
  called = await CalledGateway.start();
});
afterAll(() => called.gateway.close());
beforeEach(() => called.clear());

describe('an inbound message', () => {
  const form = { MessageSid, From: '+4915155502001', To: '+15005550006', Body: ' Stop ' };

  it('is published with its sender and text', async () => {
    expect((await called.call({ path: 'inbound', form })).status).toBe(204);
    await called.publishes(1);
    expect(called.published[0]).toEqual({
      name: 'message.received',
      payload: {
        ...{ userId: USER, senderId, channel: 'SMS', address: '+4915155502001' },
        ...{ sender: '+15005550006', body: ' Stop ', at, providerId: MessageSid },
      },
    });
  });

  it('gets the reply of the account to HELP, from the number that received it', async () => {
    const { help } = called;
    const call = () => called.call({ path: 'inbound', form: { ...form, Body: 'Help?' } });
    help.text = 'News & <choir>';
    const answer = await call();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(answer.text).toContain('<Response><Message>News &amp; &lt;choir&gt;</Message></Response>');
    const address = '+4915155502001';
    expect(help.requests).toEqual([{ userId: USER, channel: 'SMS', address, providerId: MessageSid }]);
    help.text = null;
    expect((await call()).status).toBe(204);
    help.text = 'News';
    help.status = 'SUSPENDED';
    expect((await call()).status).toBe(204);
    help.status = 'ACTIVE';
    help.isAway = true;
    expect((await call()).status).toBe(204);
    expect((await called.call({ path: 'inbound', form })).status).toBe(204);
    expect(help.requests).toHaveLength(2);
    await called.publishes(5);
  });

  it('includes the button, and how Twilio interpreted it and replied to it', async () => {
    called.help.text = 'News';
    const sent = { ...form, Body: 'Aide', OptOutType: 'HELP', ButtonText: 'Stop promotions' };
    expect((await called.call({ path: 'inbound', form: sent })).status).toBe(204);
    await called.publishes(1);
    const content = { body: 'Aide', providerMeaning: 'HELP', button: 'Stop promotions' };
    expect(called.published[0]?.payload).toMatchObject(content);
  });

  it('from WhatsApp can have no text, and still opens a service window', async () => {
    await called.call({
      path: 'inbound',
      form: {
        ...form,
        From: 'whatsapp:+4915155502001',
        To: 'whatsapp:+15005550006',
        Body: '',
        NumMedia: '1',
      },
    });
    await called.publishes(1);
    expect(called.published[0]?.payload).toMatchObject({
      channel: 'WHATSAPP',
      address: '+4915155502001',
      body: '',
    });
  });

  it.each([
    ['a short code', { ...form, From: '12345' }],
    ['a messenger without numbers', { ...form, From: 'messenger:12345' }],
    ['no sender', { MessageSid, Body: 'STOP' }],
    ['a sender without a message ID', { ...form, MessageSid: '' }],
  ])('from %s gets a response, and is dropped', async (_, sent) => {
    expect((await called.call({ path: 'inbound', form: sent })).status).toBe(204);
    await called.call();
    await called.publishes(1);
    expect(called.published[0]?.name).toBe('delivery.reported');
  });
});

describe('callbacks of an integration', () => {
  it('are accepted at a high rate, also for an unknown integration', async () => {
    const [there, gone] = [newId(), newId()];
    called.tokens.set(there, authToken);
    const calls = [there, gone].flatMap((id) => Array.from({ length: 20 }, () => called.call({ id })));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([204, 403]));
    await called.publishes(20);
  });

  it('are verified with a new token as soon as it changes', async () => {
    const id = newId();
    called.tokens.set(id, authToken);
    expect((await called.call({ id })).status).toBe(204);
    called.tokens.set(id, 'another');
    expect((await called.call({ id, signed: { token: 'another' } })).status).toBe(204);
    expect((await called.call({ id })).status).toBe(403);
  });

  it('get 503 if they cannot be verified now, so that Twilio retries', async () => {
    const id = newId();
    called.tokens.set(id, 'away');
    const answer = await called.call({ id });
    expect([answer.status, codeOf(answer)]).toEqual([503, 'service_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    called.tokens.set(id, authToken);
    expect((await called.call({ id })).status).toBe(204);
  });

  it('do not cause one request for each unknown ID', async () => {
    const before = called.gateway.payloads('sender.verify-callback').length;
    const ids = Array.from({ length: 600 }, () => newId());
    const { clock } = called.gateway;
    const stopped = jest.spyOn(clock, 'now').mockReturnValue(clock.now());
    const answers = await Promise.all(ids.map((id) => called.call({ id })));
    stopped.mockRestore();
    const requests = called.gateway.payloads('sender.verify-callback').length - before;
    expect(requests).toBeLessThanOrEqual(200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 503]));
    expect((await called.call()).status).toBe(204);
  });
});
