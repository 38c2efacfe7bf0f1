import { validateRequest } from 'twilio';
import { arrivedFor, cleanUp, runningSandbox } from './running-sandbox';
import { account, accounts, Receiver, sendText, twilio } from './twilio-client';
import { untilTrue } from './until-true';

const receiver = new Receiver();
beforeAll(() => receiver.listen());
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers = [];
});
afterEach(cleanUp);

const callback = (): string => `${receiver.url}/callbacks/twilio/5f/status?delivery=a%2Bb`;
const received = (count: number): Promise<boolean> =>
  untilTrue(() => receiver.received.length >= count, 15_000);

describe('numbers that misbehave', () => {
  it('fail, recover, or respond slowly', async () => {
    const sandbox = await runningSandbox(accounts);
    const status = async (To: string): Promise<number> => (await sendText(sandbox, { To })).status;
    expect(await status('+15005550107')).toBe(500);
    expect(await status('+15035550107')).toBe(503);
    expect([await status('+19295550107'), await status('+19295550107')]).toEqual([429, 201]);
    const begin = performance.now();
    expect(await status('+12015550107')).toBe(201);
    expect(performance.now() - begin).toBeGreaterThan(250);
  });

  it.each([
    ['is accepted', '+14085550107', 1],
    ['is not accepted', '+15045550107', 0],
  ])('do not respond to a message that %s', async (_, To, count) => {
    const sandbox = await runningSandbox(accounts);
    const form = { To, From: '+15005550006', Body: 'Hello' };
    await expect(twilio(sandbox, '/Messages.json', form, { timeoutMs: 3_000 })).rejects.toThrow(/timeout/);
    expect(await arrivedFor(sandbox, To)).toHaveLength(count);
  });

  it.each([
    ['+12025550101', ['queued', 'sent', 'delivered']],
    ['whatsapp:+17325550107', ['queued', 'sent', 'delivered', 'read']],
    ['+17325550107', ['queued', 'sent', 'delivered']],
    ['+13035550107', ['queued', 'sent', 'undelivered 30003']],
    ['+13055550107', ['queued', 'sent', 'undelivered 30005']],
    ['whatsapp:+16305550107', ['queued', 'undelivered 63016']],
    ['+13215550107', ['delivered', 'sent', 'queued']],
    ['+12245550107', ['queued', 'queued', 'sent', 'sent', 'delivered', 'delivered']],
  ])('to %s: %j', async (To, expected) => {
    const sandbox = await runningSandbox(accounts);
    const From = To.startsWith('whatsapp:') ? 'whatsapp:+15005550006' : '+15005550006';
    await sendText(sandbox, { To, From, StatusCallback: callback() });
    expect(await received(expected.length)).toBe(true);
    const states = receiver.received.map(({ form }) =>
      [form.MessageStatus, form.ErrorCode].filter((part) => part !== undefined).join(' '),
    );
    expect(states).toEqual(expected);
  });
});

describe('status callbacks', () => {
  it('have a signature that Twilio’s library accepts, and name their message', async () => {
    const sandbox = await runningSandbox(accounts);
    const { body } = await sendText(sandbox, { StatusCallback: callback() });
    expect(await received(3)).toBe(true);
    for (const { url, signature, form } of receiver.received) {
      expect(url).toBe(callback());
      expect(validateRequest(account.token, signature, url, form)).toBe(true);
      expect(validateRequest('another', signature, url, form)).toBe(false);
      expect(form).toMatchObject({
        AccountSid: account.sid,
        ApiVersion: '2010-04-01',
        MessageSid: body.sid,
        SmsSid: body.sid,
        SmsStatus: form.MessageStatus,
        To: '+12025550101',
        From: '+15005550006',
      });
    }
    const fetched = await twilio(sandbox, `/Messages/${String(body.sid)}.json`);
    expect(fetched.body).toMatchObject({ status: 'delivered', date_sent: expect.any(String) as string });
  });

  it('can connect to another address than their URL, and are signed for the URL', async () => {
    const sandbox = await runningSandbox({ ...accounts, CALLBACK_VIA: receiver.url });
    const StatusCallback = 'https://carillon.example/api/5f/status?delivery=x';
    await sendText(sandbox, { StatusCallback });
    expect(await received(1)).toBe(true);
    const [{ url, signature, form } = { url: '', signature: '', form: {} }] = receiver.received;
    expect(url).toBe(`${receiver.url}/api/5f/status?delivery=x`);
    expect(validateRequest(account.token, signature, StatusCallback, form)).toBe(true);
  });

  it('are retried if the receiver fails, but not if it refuses them', async () => {
    const sandbox = await runningSandbox(accounts);
    receiver.answers = [503, 204, 403];
    await sendText(sandbox, { StatusCallback: callback() });
    expect(await untilTrue(() => receiver.received.length >= 4, 15_000)).toBe(true);
    expect(receiver.statuses).toEqual(['queued', 'queued', 'sent', 'delivered']);
  });

  it('end with the sandbox', async () => {
    const sandbox = await runningSandbox({ ...accounts, CALLBACK_STEP_MS: '100' });
    await sendText(sandbox, { StatusCallback: callback() });
    expect(await received(1)).toBe(true);
    await cleanUp();
    expect(await untilTrue(() => receiver.received.length > 1, 500)).toBe(false);
  });
});
