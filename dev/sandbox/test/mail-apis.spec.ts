import { type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import type { CallbackRequest, MailFeedbackSource, MailProvider } from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import type { Sandbox } from '../src/sandbox';
import { arrivedFor, cleanUp, runningSandbox } from './running-sandbox';
import { untilTrue } from './until-true';

/** A provider as its documentation describes it: how to send, and how to configure webhooks. */
interface MailApiCase {
  provider: MailProvider;
  /** @returns the status of the response */
  send: (base: string, to: string, token: string) => Promise<Response>;
  /** @returns the key that verifies the webhooks */
  configure: (base: string, url: string) => Promise<string>;
}

const json = { 'content-type': 'application/json' };

const sendgrid: MailApiCase = {
  provider: 'SENDGRID',
  send: (base, to, token) =>
    fetch(`${base}/sendgrid/v3/mail/send`, {
      method: 'POST',
      headers: { ...json, authorization: 'Bearer SG.a.b' },
      body: JSON.stringify({
        personalizations: [{ to: [{ email: to }] }],
        from: { email: 'news@shop.example', name: 'The Shop' },
        subject: 'Grüße',
        content: [{ type: 'text/plain', value: 'Hello' }],
        custom_args: { carillon: token },
      }),
    }),
  configure: async (base, url) => {
    const settings = `${base}/sendgrid/v3/user/webhooks/event/settings`;
    const headers = { ...json, authorization: 'Bearer SG.a.b' };
    const ask = async (path: string, method: string, body: object) => {
      const answer = await fetch(settings + path, { method, headers, body: JSON.stringify(body) });
      return (await answer.json()) as { id: string; public_key: string };
    };
    const { id } = await ask('', 'POST', { enabled: true, url, delivered: true, bounce: true });
    return (await ask(`/signed/${id}`, 'PATCH', { enabled: true })).public_key;
  },
};

const postmark: MailApiCase = {
  provider: 'POSTMARK',
  send: (base, to, token) =>
    fetch(`${base}/postmark/email`, {
      method: 'POST',
      headers: { ...json, 'x-postmark-server-token': 'a-token' },
      body: JSON.stringify({
        ...{ From: '"The Shop" <news@shop.example>', To: to, Subject: 'Grüße', TextBody: 'Hello' },
        ...{ Metadata: { carillon: token }, MessageStream: 'broadcast' },
      }),
    }),
  configure: async (base, url) => {
    await fetch(`${base}/postmark/webhooks`, {
      method: 'POST',
      headers: { ...json, 'x-postmark-server-token': 'a-token' },
      body: JSON.stringify({
        ...{ Url: url, MessageStream: 'broadcast' },
        HttpAuth: { Username: 'carillon', Password: 'a-long-password' },
        Triggers: { Bounce: { Enabled: true }, Delivery: { Enabled: true } },
      }),
    });
    return 'carillon:a-long-password';
  },
};

const mailgunLogin = { authorization: `Basic ${Buffer.from('api:a-key').toString('base64')}` };
const mailgun: MailApiCase = {
  provider: 'MAILGUN',
  send: (base, to, token) => {
    const form = new FormData();
    const mime = `From: The Shop <news@shop.example>\r\nTo: ${to}\r\nSubject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n\r\nHello\r\n`;
    form.append('to', to);
    form.append('v:carillon', token);
    form.append('message', new Blob([mime]), 'message.mime');
    const request = { method: 'POST', headers: mailgunLogin, body: form };
    return fetch(`${base}/mailgun/v3/shop.example/messages.mime`, request);
  },
  configure: async (base, url) => {
    for (const id of ['delivered', 'permanent_fail']) {
      const form = new FormData();
      form.append('id', id);
      form.append('url', url);
      const request = { method: 'POST', headers: mailgunLogin, body: form };
      await fetch(`${base}/mailgun/v3/domains/shop.example/webhooks`, request);
    }
    const answer = await fetch(`${base}/mailgun/v5/accounts/http_signing_key`, { headers: mailgunLogin });
    return ((await answer.json()) as { http_signing_key: string }).http_signing_key;
  },
};

interface Received {
  outcomes: readonly object[];
  isRight: boolean;
}

describe.each([sendgrid, postmark, mailgun])(
  'the API of $provider in the sandbox',
  ({ provider, send, configure }) => {
    let sandbox: Sandbox;
    let base: string;
    let hooks: Server;
    let received: Received[];
    let key = '';

    beforeEach(async () => {
      sandbox = await runningSandbox({ CALLBACK_STEP_MS: '10' });
      base = `http://127.0.0.1:${sandbox.twilioPort}`;
      received = [];
      const source: MailFeedbackSource = mailFeedbackSources()[provider];
      hooks = createServer((request, response) => {
        void bytesOf(request).then((bytes) => {
          const webhook = requestOf(request.headers, bytes);
          const proof = source.proof(webhook);
          const isRight = proof !== null && source.isRight(key, proof.signed);
          received.push({ isRight, outcomes: source.outcomes(webhook) });
          response.end();
        });
      });
      await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve));
      key = await configure(base, `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`);
    });
    afterEach(async () => {
      hooks.closeAllConnections();
      hooks.close();
      await cleanUp();
    });

    it('puts emails into the inbox, and reports their delivery', async () => {
      expect((await send(base, 'ann@example.org', 'a-token')).ok).toBe(true);
      expect(await arrivedFor(sandbox, 'ann@example.org')).toMatchObject([
        {
          channel: 'EMAIL',
          from: 'The Shop <news@shop.example>',
          subject: 'Grüße',
          text: expect.stringMatching(/^Hello\s*$/) as unknown,
        },
      ]);
      await untilTrue(() => received.length === 1, 3_000);
      expect(received).toMatchObject([{ isRight: true, outcomes: [{ kind: 'arrived', token: 'a-token' }] }]);
    });

    it.each([
      ['bounce', { isHard: true, consequence: 'SUPPRESS', reason: 'NO_SUCH_ADDRESS' }],
      ['full', { isHard: false, reason: 'MAILBOX_FULL' }],
      ['reject', { consequence: 'NOTHING', reason: 'POLICY_REFUSED' }],
    ])('accepts an email to %s@…, and reports that it was refused', async (name, returned) => {
      expect((await send(base, `${name}@example.org`, 'a-token')).ok).toBe(true);
      await untilTrue(() => received.length === 1, 3_000);
      expect(received).toMatchObject([
        { isRight: true, outcomes: [{ kind: 'returned', token: 'a-token', returned }] },
      ]);
    });

    it('asks a client to wait for busy@…', async () => {
      const { status, headers } = await send(base, 'busy@example.org', 'a-token');
      expect([status, headers.get('retry-after')]).toEqual([429, '1']);
      expect((await send(base, 'busy@example.org', 'a-token')).ok).toBe(true);
    });
  },
);

async function bytesOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

function requestOf(headers: CallbackRequest['headers'], bytes: Buffer): CallbackRequest {
  return {
    url: '/hook',
    headers,
    content: { kind: 'bytes', bytes },
    parsed: () => JSON.parse(bytes.toString('utf8')) as unknown,
  };
}
