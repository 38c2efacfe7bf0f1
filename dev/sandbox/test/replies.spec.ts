import { validateRequest } from 'twilio';
import {
  arrivedFor,
  ask,
  cleanUp,
  runningSandbox,
  stopped,
  temporaryDirectory,
  type Answered,
} from './running-sandbox';
import { account, accounts, Receiver, sendText } from './twilio-client';
import { untilTrue } from './until-true';
import { type Sandbox } from '../src/sandbox';

const receiver = new Receiver();
beforeAll(() => receiver.listen());
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers = [];
});
afterEach(cleanUp);

const person = '+12025550101';
const sender = '+15005550006';

/** A sandbox that has sent a message. Its pause between statuses is longer than the test. */
async function afterAMessage(
  form: Record<string, string> = {},
  environment: Record<string, string> = {},
): Promise<Sandbox> {
  const sandbox = await runningSandbox({ ...accounts, CALLBACK_STEP_MS: '60000', ...environment });
  await sendText(sandbox, { StatusCallback: `${receiver.url}/5f/status?delivery=x`, ...form });
  return sandbox;
}

function reply(sandbox: Sandbox, fields: Record<string, unknown> = {}): Promise<Answered> {
  const body = JSON.stringify({ channel: 'SMS', from: person, to: sender, text: 'Hi', ...fields });
  const headers = { 'content-type': 'application/json' };
  return ask(sandbox, '/api/replies', { method: 'POST', headers, body });
}

const inbound = (): typeof receiver.received =>
  receiver.received.filter(({ url }) => url.endsWith('/inbound'));

describe('a reply', () => {
  it('is posted, signed, to the URL next to that of statuses', async () => {
    const sandbox = await afterAMessage();
    const answer = await reply(sandbox, { text: 'Thanks 👍' });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      201,
      {
        reply: {
          sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string,
          channel: 'SMS',
          from: person,
          to: sender,
          text: 'Thanks 👍',
          answered: 204,
        },
      },
    ]);
    const [callback] = inbound();
    expect(callback).toMatchObject({
      url: `${receiver.url}/5f/inbound`,
      form: { AccountSid: account.sid, From: person, To: sender, Body: 'Thanks 👍', NumMedia: '0' },
    });
    expect(callback && validateRequest(account.token, callback.signature, callback.url, callback.form)).toBe(
      true,
    );
    expect(await arrivedFor(sandbox, sender)).toMatchObject([{ from: person, text: 'Thanks 👍' }]);
  });

  it('by WhatsApp contains the name of the person', async () => {
    const sandbox = await afterAMessage({ To: `whatsapp:${person}`, From: `whatsapp:${sender}` });
    expect((await reply(sandbox, { channel: 'WHATSAPP' })).status).toBe(201);
    expect(inbound()[0]?.form).toMatchObject({
      From: `whatsapp:${person}`,
      To: `whatsapp:${sender}`,
      WaId: '12025550101',
      ProfileName: expect.any(String) as string,
    });
  });

  it('with STOP blocks messages from this number to this person until START', async () => {
    const sandbox = await afterAMessage();
    await reply(sandbox, { text: ' stop\n' });
    expect((await sendText(sandbox)).body).toMatchObject({ code: 21610 });
    expect((await sendText(sandbox, { From: '+14155550123' })).status).toBe(201);
    expect((await sendText(sandbox, { To: '+12025550102' })).status).toBe(201);
    await reply(sandbox, { text: 'please START again' });
    expect((await sendText(sandbox)).status).toBe(400);
    await reply(sandbox, { text: 'Start' });
    expect((await sendText(sandbox)).status).toBe(201);
  });

  it('opens a closed service window of WhatsApp', async () => {
    const numbers = { To: 'whatsapp:+16305550101', From: `whatsapp:${sender}` };
    const sandbox = await afterAMessage(numbers);
    await reply(sandbox, { channel: 'WHATSAPP', from: '+16305550101' });
    const { body } = await sendText(sandbox, numbers);
    const page = await ask(sandbox, '/');
    expect(body.status).toBe('queued');
    expect(page.body).not.toContain('63016');
  });

  it.each([
    [409, { to: '+15005550099' }],
    [409, { from: '+12025550109' }],
    [409, { channel: 'WHATSAPP' }],
    [422, { channel: 'EMAIL' }],
    [422, { from: 'ada' }],
    [422, { text: ' ' }],
    [422, { text: 'x'.repeat(1_601) }],
    [422, { body: 'x' }],
  ])('gets the status %d if it is invalid: %j', async (status, fields) => {
    const sandbox = await afterAMessage();
    expect((await reply(sandbox, fields)).status).toBe(status);
    expect(inbound()).toEqual([]);
  });

  it('reaches its receiver even after a restart', async () => {
    const DATA_DIR = await temporaryDirectory();
    await stopped(await afterAMessage({}, { DATA_DIR }));
    const sandbox = await runningSandbox({ ...accounts, DATA_DIR });
    expect((await reply(sandbox)).status).toBe(201);
    expect(inbound()).toHaveLength(1);
  });

  it('reports a refusal by its receiver', async () => {
    const sandbox = await afterAMessage();
    // The status of the message would consume the response that is meant for the reply.
    expect(await untilTrue(() => receiver.received.length === 1, 60_000)).toBe(true);
    receiver.answers = [403];
    expect([(await reply(sandbox)).status, (await reply(sandbox)).status]).toEqual([502, 201]);
  });
});

describe('the page of a conversation', () => {
  it('shows both sides, with segments, formats and states', async () => {
    const sandbox = await runningSandbox(accounts);
    const numbers = { To: `whatsapp:${person}`, From: `whatsapp:${sender}` };
    await sendText(sandbox, { Body: 'é'.repeat(161), StatusCallback: `${receiver.url}/5f/status` });
    await sendText(sandbox, {
      ...numbers,
      Body: '*bold* _it_ ~no~ ```<b>*x*</b>``` 2*3*4 snake_case_name <i>',
    });
    await reply(sandbox, { text: 'Who is this?' });
    const sms = await ask(sandbox, '/messages/1');
    expect(sms.body).toContain('2 segments');
    expect(sms.body).toContain('Who is this?');
    expect(sms.body).toMatch(/Reply as \+12025550101/);
    const whatsApp = await ask(sandbox, '/messages/2/chat');
    expect(whatsApp.body).toContain(
      '<strong>bold</strong> <em>it</em> <s>no</s> <code>&lt;b&gt;*x*&lt;/b&gt;</code> 2*3*4 snake_case_name &lt;i&gt;',
    );
    expect(whatsApp.body).not.toContain('Who is this?');
  });

  it('accepts a reply and redirects back', async () => {
    const sandbox = await afterAMessage();
    const body = new URLSearchParams({ channel: 'SMS', from: person, to: sender, text: 'STOP', open: '1' });
    const answer = await ask(sandbox, '/replies', { method: 'POST', body: body.toString() });
    expect([answer.status, answer.headers.location]).toEqual([303, '/messages/1#reply']);
    expect(inbound()).toHaveLength(1);
  });

  it('does not let another page reply', async () => {
    const sandbox = await afterAMessage();
    const headers = { origin: 'http://evil.test' };
    expect((await ask(sandbox, '/replies', { method: 'POST', headers, body: 'x' })).status).toBe(403);
    expect((await ask(sandbox, '/api/replies', { method: 'POST', headers, body: '{}' })).status).toBe(403);
  });
});
