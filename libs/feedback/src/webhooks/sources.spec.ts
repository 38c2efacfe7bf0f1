import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { CallbackRequest, FeedbackOutcome, MailFeedbackSource, MailProvider } from '@carillon/contracts';
import {
  FakeSns,
  type Hook,
  type HookMaker,
  mailgunEvent,
  mailgunFailure,
  mailgunHook,
  mailgunHooks,
  postmarkBounce,
  postmarkEvent,
  postmarkHook,
  postmarkHooks,
  sendgridBounce,
  sendgridEvent,
  sendgridHook,
  sendgridHooks,
  sesBounce,
  sesHooks,
} from '../../test/webhooks';
import { mailFeedbackSources } from './sources';

/** A full second after the creation of the certificate, which is not valid earlier. */
let now: Date;
const token = '65e1c0000000000000000001-sg-3_d1s1u2goroo1uso7';

let sns: FakeSns;
let hooks: Record<MailProvider, HookMaker>;
let sources: Record<MailProvider, MailFeedbackSource>;
beforeAll(async () => {
  sns = await FakeSns.start();
  now = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
  hooks = { SES: sesHooks(sns), SENDGRID: sendgridHooks, MAILGUN: mailgunHooks, POSTMARK: postmarkHooks };
});
let fetched: jest.SpyInstance<ReturnType<typeof fetch>, Parameters<typeof fetch>>;
beforeEach(() => {
  sources = mailFeedbackSources();
  sns.visits.length = 0;
  fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(sns.fetch);
});
afterEach(() => fetched.mockRestore());

const requestOf = ({ headers, body }: Hook): CallbackRequest => ({
  url: 'https://carillon.example.com/api/v1/callbacks/email/x/y',
  headers,
  content: { kind: 'bytes', bytes: Buffer.from(body) },
  parsed: () => JSON.parse(body) as unknown,
});

/** Verifies a webhook as the gateway and the account service do together. */
async function passes(source: MailFeedbackSource, hook: Hook, key: string, at = now): Promise<boolean> {
  const request = requestOf(hook);
  const proof = source.proof(request);
  if (!proof || !source.isRight(key, proof.signed)) return false;
  return (await source.isGenuine?.(request, at)) ?? true;
}
const outcomesOf = (provider: MailProvider, hook: Hook): FeedbackOutcome[] =>
  sources[provider].outcomes(requestOf(hook));
const passesAs = (provider: MailProvider, hook: Hook): Promise<boolean> =>
  passes(sources[provider], hook, hooks[provider].key);

describe.each(['SES', 'SENDGRID', 'MAILGUN', 'POSTMARK'] as const)('a webhook of %s', (provider) => {
  it('is accepted with the key of the sender, and with no other', async () => {
    const { key } = hooks[provider];
    const hook = hooks[provider].bounce(token, now);
    expect(sources[provider].couldBeSecret(key)).toBe(true);
    expect(await passes(sources[provider], hook, key)).toBe(true);
    expect(await passes(sources[provider], hook, `x${key}`)).toBe(false);
    expect(await passes(sources[provider], hook, '')).toBe(false);
    expect(await passesAs(provider, hooks[provider].forged(token, now))).toBe(false);
    expect(await passes(sources[provider], { headers: {}, body: '{}' }, key)).toBe(false);
  });

  it('reports bounces, complaints, and arrivals, with their times', () => {
    const of = hooks[provider];
    expect(outcomesOf(provider, of.bounce(token, now))).toEqual([
      {
        kind: 'returned',
        token,
        at: now,
        returned: {
          feedback: 'BOUNCED',
          isHard: true,
          reason: 'NO_SUCH_ADDRESS',
          providerCode: '550 5.1.1',
          consequence: 'SUPPRESS',
        },
      },
    ]);
    expect(outcomesOf(provider, of.complaint(token, now))).toEqual([
      {
        kind: 'returned',
        token,
        at: now,
        returned: {
          feedback: 'COMPLAINED',
          isHard: true,
          reason: 'COMPLAINT',
          providerCode: 'abuse',
          consequence: 'SUPPRESS',
        },
      },
    ]);
    expect(outcomesOf(provider, of.delivery(token, now))).toMatchObject([
      { kind: 'arrived', token, at: now },
    ]);
    expect(outcomesOf(provider, of.bounce('', now))).toEqual([{ kind: 'unnamed' }]);
  });

  it('is rejected as malformed, or ignored, in any other form, and never throws', () => {
    for (const body of ['null', '1', '"x"', '{}', '[]', '[null]', '[[]]', '{"event-data":1,"Message":2}']) {
      const outcomes = outcomesOf(provider, { headers: {}, body });
      expect(
        outcomes.map(({ kind }) => kind).filter((kind) => kind !== 'malformed' && kind !== 'ignored'),
      ).toEqual([]);
    }
  });
});

it('is rejected if one signed byte was changed', async () => {
  for (const provider of ['SES', 'SENDGRID', 'MAILGUN'] as const) {
    const hook = hooks[provider].bounce(token, now);
    const at = provider === 'MAILGUN' ? hook.body.indexOf('"token":"') + 10 : hook.body.indexOf('gone@');
    const changed = hook.body.slice(0, at) + (hook.body[at] === '0' ? '1' : '0') + hook.body.slice(at + 1);
    expect([provider, await passesAs(provider, { ...hook, body: changed })]).toEqual([provider, false]);
  }
});

describe("a provider's report of a bounce", () => {
  const bounced = (provider: MailProvider, hook: Hook) => {
    const [outcome] = outcomesOf(provider, hook);
    if (outcome?.kind !== 'returned') return outcome?.kind;
    const { isHard, reason, consequence } = outcome.returned;
    return `${isHard ? 'hard' : 'soft'} ${reason} ${consequence}`;
  };

  const ses = (changes: object) =>
    sns.notification(
      { eventType: 'Bounce', mail: { tags: { carillon: [token] } }, bounce: sesBounce(now, changes) },
      now,
    );
  const bare = (bounceType: string, bounceSubType: string) =>
    ses({ bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'gone@example.org' }] });
  it.each([
    ['Permanent', 'NoEmail', 'hard NO_SUCH_ADDRESS SUPPRESS'],
    ['Permanent', 'General', 'hard REFUSED DOUBT'],
    ['Permanent', 'Suppressed', 'hard SUPPRESSED_BY_PROVIDER SUPPRESS'],
    ['Permanent', 'OnAccountSuppressionList', 'hard SUPPRESSED_BY_PROVIDER SUPPRESS'],
    ['Transient', 'MailboxFull', 'soft MAILBOX_FULL COUNT'],
    ['Transient', 'MessageTooLarge', 'hard MESSAGE_TOO_BIG NOTHING'],
    ['Transient', 'ContentRejected', 'hard CONTENT_REFUSED NOTHING'],
    // An absence notice.
    ['Transient', 'General', 'ignored'],
    ['Undetermined', 'Undetermined', 'soft RETURNED COUNT'],
  ])('SES: %s, %s, without a code', (type, subType, expected) => {
    expect(bounced('SES', bare(type, subType))).toBe(expected);
  });

  it('SES: the code of the server takes precedence over the type', () => {
    const recipient = { status: '5.2.2', diagnosticCode: 'smtp; 552 5.2.2 mailbox full' };
    expect(bounced('SES', ses({ bounceType: 'Permanent', bouncedRecipients: [recipient] }))).toBe(
      'soft MAILBOX_FULL COUNT',
    );
  });

  it.each([
    [{ status: '5.2.2', reason: '552 5.2.2 mailbox full' }, 'soft MAILBOX_FULL COUNT'],
    [
      { status: '5.0.0', reason: '550 no', bounce_classification: 'Invalid Address' },
      'hard NO_SUCH_ADDRESS SUPPRESS',
    ],
    [{ type: 'blocked', status: '5.7.1', reason: '550 5.7.1 blocked' }, 'hard POLICY_REFUSED NOTHING'],
    [{ status: '', reason: '', bounce_classification: 'Reputation' }, 'hard POLICY_REFUSED NOTHING'],
    [{ event: 'dropped', reason: 'Bounced Address' }, 'hard SUPPRESSED_BY_PROVIDER SUPPRESS'],
    [{ event: 'dropped', reason: 'Invalid' }, 'hard INVALID_ADDRESS SUPPRESS'],
    [{ event: 'dropped', reason: 'Spam Content' }, 'hard CONTENT_REFUSED NOTHING'],
    [{ event: 'deferred', response: '421 later' }, 'ignored'],
    [{ event: 'open' }, 'ignored'],
  ])('SendGrid: %j', (changes, expected) => {
    expect(bounced('SENDGRID', sendgridHook([sendgridBounce(token, now, changes)], now))).toBe(expected);
  });

  it.each([
    [{ 'delivery-status': { code: 552, message: '5.2.2 over quota' } }, 'soft MAILBOX_FULL COUNT'],
    [
      { 'delivery-status': { code: 605, message: '' }, reason: 'suppress-bounce' },
      'hard SUPPRESSED_BY_PROVIDER SUPPRESS',
    ],
    [
      { 'delivery-status': { code: 602, message: 'Too old' }, reason: 'old' },
      'soft NOT_DELIVERED_IN_TIME COUNT',
    ],
    [{ 'delivery-status': { code: 550, message: 'no' } }, 'hard REFUSED DOUBT'],
    [{ severity: 'temporary' }, 'ignored'],
    [{ event: 'rejected', reject: { reason: 'Sandbox' } }, 'hard CONTENT_REFUSED NOTHING'],
    [{ event: 'opened' }, 'ignored'],
  ])('Mailgun: %j', (changes, expected) => {
    expect(bounced('MAILGUN', mailgunHook(mailgunFailure(token, now, changes), now))).toBe(expected);
  });

  it.each([
    [{ Type: 'SoftBounce', Details: 'smtp;452 4.2.2 mailbox full' }, 'soft MAILBOX_FULL COUNT'],
    [{ Type: 'SoftBounce', Details: 'try another day' }, 'soft NOT_DELIVERED_IN_TIME COUNT'],
    [{ Type: 'HardBounce', Details: '' }, 'hard NO_SUCH_ADDRESS SUPPRESS'],
    [{ Type: 'SpamNotification', Details: '' }, 'hard POLICY_REFUSED NOTHING'],
    [{ Type: 'ManuallyDeactivated' }, 'hard SUPPRESSED_BY_PROVIDER SUPPRESS'],
    [{ Type: 'SpamComplaint' }, 'hard COMPLAINT SUPPRESS'],
    [{ Type: 'AutoResponder' }, 'ignored'],
    [{ Type: 'Transient' }, 'ignored'],
  ])('Postmark: %j', (changes, expected) => {
    expect(bounced('POSTMARK', postmarkHook(postmarkBounce(token, now, changes)))).toBe(expected);
  });
});

describe('a batch of SendGrid', () => {
  it('keeps its valid events if one is malformed', () => {
    const events = [
      sendgridBounce(token, now),
      7,
      { carillon: token },
      sendgridEvent(token, now, { event: 'delivered' }),
    ];
    expect(outcomesOf('SENDGRID', sendgridHook(events, now)).map(({ kind }) => kind)).toEqual([
      'returned',
      'malformed',
      'malformed',
      'arrived',
    ]);
  });

  it('is rejected with a key of another curve', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    expect(sources.SENDGRID.couldBeSecret(der)).toBe(false);
  });
});

describe('a notification of SES', () => {
  const event = (changes: object = {}) => ({
    notificationType: 'Bounce',
    bounce: sesBounce(now),
    ...changes,
  });

  it('identifies its delivery by the signed return path, a tag, or a field of the email', () => {
    const tokenOf = (mail: object) => {
      const [outcome] = outcomesOf('SES', sns.notification(event({ mail }), now));
      return outcome?.kind === 'returned' ? outcome.token : outcome?.kind;
    };
    expect(tokenOf({ source: `bounce+${token.replace('_', '.')}@bounces.shop.example` })).toBe(token);
    expect(tokenOf({ source: 'news@shop.example', tags: { carillon: [token] } })).toBe(token);
    expect(tokenOf({ headers: [{ name: 'x-carillon-delivery', value: token }] })).toBe(token);
    expect(tokenOf({ headers: [{ name: 'Subject', value: 'Hello' }] })).toBe('unnamed');
  });

  it('may be text instead of an event', () => {
    expect(outcomesOf('SES', sns.notification('Successfully validated SNS topic', now))).toEqual([
      { kind: 'ignored' },
    ]);
    const feedback = { complaintFeedbackType: 'not-spam' };
    const back = {
      notificationType: 'Complaint',
      complaint: feedback,
      mail: { tags: { carillon: [token] } },
    };
    expect(outcomesOf('SES', sns.notification(back, now))).toEqual([{ kind: 'ignored' }]);
  });

  it.each(['1', '2'])(
    'is accepted with version %s of the signature, and its certificate is read once',
    async (version) => {
      const hook = () => sns.notification(event(), now, { Subject: 'Amazon SES' }, version);
      for (let n = 0; n < 3; n++) expect(await passesAs('SES', hook())).toBe(true);
      expect(sns.visits).toEqual([sns.certificateUrl]);
    },
  );

  it.each([
    ['another version', { SignatureVersion: '3' }],
    [
      'a certificate from elsewhere',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem' },
    ],
    [
      'a certificate of a user’s bucket',
      { SigningCertURL: 'https://s3.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem' },
    ],
    [
      'a certificate of another region',
      { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem' },
    ],
    [
      'another path',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/upload/SimpleNotificationService-1.pem' },
    ],
    ['no certificate', { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Publish' }],
    [
      'a query',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem?x=1' },
    ],
    ['http', { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem' }],
    [
      'another port',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-1.pem' },
    ],
    ['a user', { SigningCertURL: 'https://a@sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem' }],
    ['another topic', { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:other' }],
    ['another type', { Type: 'Other' }],
  ])('is rejected with %s, and nothing is fetched', async (_, changes) => {
    const hook = sns.notification(event(), now, changes);
    hook.headers['x-amz-sns-topic-arn'] = sns.topic;
    expect(await passesAs('SES', hook)).toBe(false);
    expect(sns.visits).toEqual([]);
  });

  it('is rejected if it is old or from the future', async () => {
    const hoursAgo = (hours: number) =>
      sns.notification(event(), new Date(now.getTime() - hours * 3_600_000));
    expect(await passesAs('SES', hoursAgo(1))).toBe(true);
    expect(await passesAs('SES', hoursAgo(3))).toBe(false);
    expect(await passesAs('SES', hoursAgo(-3))).toBe(false);
  });

  it('is rejected with an expired certificate', async () => {
    const later = new Date(now.getTime() + 30 * 365 * 86_400_000);
    expect(await passes(sources.SES, sns.notification(event(), later), sns.topic, later)).toBe(false);
  });

  it('is postponed while the certificate is unavailable, which is not requested each time', async () => {
    fetched.mockImplementation(() => Promise.reject(new Error('away')));
    for (let n = 0; n < 3; n++)
      await expect(passesAs('SES', sns.notification(event(), now))).rejects.toMatchObject({
        code: 'service_unavailable',
      });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('does not follow a redirect to a certificate', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/certificate') response.end(sns.certificate);
      else response.writeHead(302, { location: '/certificate' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    fetched.mockRestore();
    const direct = globalThis.fetch;
    // Only the redirect is proven here, not the limit of time.
    const patient = (init?: RequestInit): RequestInit => ({ ...init, signal: null });
    fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((_url, init) => direct(`http://127.0.0.1:${port}/`, patient(init)));
    await expect(passesAs('SES', sns.notification(event(), now))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    fetched.mockImplementation((_url, init) => direct(`http://127.0.0.1:${port}/certificate`, patient(init)));
    sources = mailFeedbackSources();
    expect(await passesAs('SES', sns.notification(event(), now))).toBe(true);
    server.close();
  });
});

describe('a subscription of a topic', () => {
  const confirmation = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=x&Token=y';

  it('is confirmed at SNS with https', async () => {
    const hook = sns.subscription(confirmation, now);
    expect(await passesAs('SES', hook)).toBe(true);
    expect(outcomesOf('SES', hook)).toEqual([{ kind: 'visit', url: confirmation }]);
  });

  it.each([
    confirmation.replace('https', 'http'),
    confirmation.replace('.com', '.com.evil.example'),
    confirmation.replace('eu-west-1', 'us-east-1'),
    confirmation.replace('/?', '/x?'),
    confirmation.replace('ConfirmSubscription', 'DeleteTopic'),
    'https://169.254.169.254/?Action=ConfirmSubscription',
    'nowhere',
  ])('is not confirmed at %s', (url) => {
    expect(outcomesOf('SES', sns.subscription(url, now))).toEqual([{ kind: 'malformed' }]);
  });
});

it('an event of Mailgun is identified by its token, with the time of its signature', () => {
  const hook = mailgunHook(mailgunEvent(token, now, { event: 'delivered' }), now, 'a'.repeat(50));
  expect(sources.MAILGUN.proof(requestOf(hook))).toMatchObject({ signedAt: now, token: 'a'.repeat(50) });
});

it('a webhook of Postmark has the user and the password of its address', () => {
  expect(sources.POSTMARK.couldBeSecret('user')).toBe(false);
  expect(sources.POSTMARK.couldBeSecret('user:short')).toBe(false);
  const hook = postmarkHook(postmarkEvent(token, { RecordType: 'Open' }));
  expect(outcomesOf('POSTMARK', hook)).toEqual([{ kind: 'ignored' }]);
});
