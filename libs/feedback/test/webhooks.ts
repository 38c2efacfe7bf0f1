import { createHmac, createSign, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { generate } from 'selfsigned';

/** A request of a provider. */
export interface Hook {
  headers: Record<string, string>;
  body: string;
}

/** Webhooks of one provider, about emails with Carillon's tokens. */
export interface HookMaker {
  /** The integration's `feedbackKey`. */
  key: string;
  bounce(token: string, at: Date): Hook;
  complaint(token: string, at: Date): Hook;
  delivery(token: string, at: Date): Hook;
  /** The same provider with another key. */
  forged(token: string, at: Date): Hook;
}

const json = { 'content-type': 'application/json' };
const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

const real = globalThis.fetch;

/** Amazon SNS with its own certificate, and one topic. */
export class FakeSns {
  readonly topic = 'arn:aws:sns:eu-west-1:123456789012:mail';
  readonly certificateUrl = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`;
  readonly visits: string[] = [];
  certificate = '';
  private key = '';

  static async start(): Promise<FakeSns> {
    const sns = new FakeSns();
    const names = [{ name: 'commonName', value: 'sns.amazonaws.com' }];
    const { cert, private: key } = await generate(names, { keyType: 'rsa', keySize: 2048 });
    Object.assign(sns, { certificate: cert, key });
    return sns;
  }

  /** Replaces the global `fetch` for Amazon's addresses. */
  readonly fetch = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const address = url instanceof Request ? url.url : url.toString();
    if (!address.includes('amazonaws')) return real(url, init);
    this.visits.push(address);
    const isKnown = address === this.certificateUrl || address.includes('Action=ConfirmSubscription');
    return Promise.resolve(new Response(this.certificate, { status: isKnown ? 200 : 404 }));
  };

  notification(
    message: object | string,
    at: Date,
    changes: Record<string, string> = {},
    version = '2',
  ): Hook {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return this.signed({ Type: 'Notification', Message: text, ...changes }, at, version);
  }

  subscription(url: string, at: Date): Hook {
    const Message = 'You have chosen to subscribe to the topic';
    return this.signed(
      { Type: 'SubscriptionConfirmation', Message, Token: 'aToken', SubscribeURL: url },
      at,
      '2',
    );
  }

  private signed(fields: Record<string, string>, at: Date, version: string): Hook {
    const whole: Record<string, string> = {
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: this.topic,
      Timestamp: at.toISOString(),
      SignatureVersion: version,
      SigningCertURL: this.certificateUrl,
      ...fields,
    };
    const names = [
      'Message',
      'MessageId',
      'Subject',
      'SubscribeURL',
      'Timestamp',
      'Token',
      'TopicArn',
      'Type',
    ];
    const text = names.map((name) => (whole[name] === undefined ? '' : `${name}\n${whole[name]}\n`)).join('');
    const signer = createSign(version === '1' ? 'sha1' : 'sha256').update(text);
    const body = JSON.stringify({ ...whole, Signature: signer.sign(this.key, 'base64') });
    const headers = {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': whole.Type ?? '',
      'x-amz-sns-topic-arn': whole.TopicArn ?? '',
    };
    return { headers, body };
  }
}

const sesMail = (token: string, at: Date): object => ({
  timestamp: at.toISOString(),
  source: 'news@shop.example',
  messageId: '0000014644fe5ef6-9a483358-9170-4cb4-a269-f5dcdf415321-000000',
  destination: ['gone@example.org'],
  tags: { 'ses:configuration-set': ['mail'], carillon: [token] },
});

/** Events as SES publishes them. */
export function sesHooks(sns: FakeSns): HookMaker {
  const of = (token: string, at: Date, event: object, maker = sns): Hook =>
    maker.notification({ mail: sesMail(token, at), ...event }, at);
  const bounce = (token: string, at: Date, maker = sns): Hook =>
    of(token, at, { eventType: 'Bounce', bounce: sesBounce(at) }, maker);
  return {
    key: sns.topic,
    bounce: (token, at) => bounce(token, at),
    complaint: (token, at) =>
      of(token, at, {
        eventType: 'Complaint',
        complaint: { complaintFeedbackType: 'abuse', timestamp: at.toISOString() },
      }),
    delivery: (token, at) =>
      of(token, at, { eventType: 'Delivery', delivery: { timestamp: at.toISOString() } }),
    forged: (token, at) => {
      const { headers, body } = bounce(token, at);
      return { headers, body: body.replace('5.1.1', '5.1.2') };
    },
  };
}

export const sesBounce = (at: Date, changes: object = {}): object => ({
  bounceType: 'Permanent',
  bounceSubType: 'General',
  bouncedRecipients: [
    {
      emailAddress: 'gone@example.org',
      action: 'failed',
      status: '5.1.1',
      diagnosticCode: 'smtp; 550 5.1.1 user unknown',
    },
  ],
  timestamp: at.toISOString(),
  feedbackId: '01000157c44f053b-61b59c11',
  reportingMTA: 'dsn; a8-53.smtp-out.amazonses.com',
  ...changes,
});

/** Signs any events. `stamp`: the time of the signature (seconds). */
export function sendgridHook(events: unknown, at: Date, key = sendgridKeys.privateKey): Hook {
  const body = typeof events === 'string' ? events : JSON.stringify(events);
  const stamp = String(seconds(at));
  const signature = sign('sha256', Buffer.from(stamp + body), key).toString('base64');
  const headers = {
    ...json,
    'x-twilio-email-event-webhook-signature': signature,
    'x-twilio-email-event-webhook-timestamp': stamp,
  };
  return { headers, body };
}

const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const sendgridEvent = (token: string, at: Date, event: object): object => ({
  email: 'gone@example.org',
  timestamp: seconds(at),
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnp4ak9YNFFgZkE',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  carillon: token,
  ...event,
});

export const sendgridHooks: HookMaker = {
  key: sendgridKeys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  bounce: (token, at) => sendgridHook([sendgridBounce(token, at)], at),
  complaint: (token, at) => sendgridHook([sendgridEvent(token, at, { event: 'spamreport' })], at),
  delivery: (token, at) =>
    sendgridHook([sendgridEvent(token, at, { event: 'delivered', response: '250 OK' })], at),
  forged: (token, at) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    return sendgridHook([sendgridBounce(token, at)], at, privateKey);
  },
};

export const sendgridBounce = (token: string, at: Date, changes: object = {}): object =>
  sendgridEvent(token, at, {
    event: 'bounce',
    type: 'bounce',
    status: '5.0.0',
    reason: '550 5.1.1 The email account that you tried to reach does not exist.',
    bounce_classification: 'Invalid Address',
    ...changes,
  });

const MAILGUN_KEY = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0';

export function mailgunHook(
  event: object,
  at: Date,
  once = randomBytes(25).toString('hex'),
  key = MAILGUN_KEY,
): Hook {
  const timestamp = String(seconds(at));
  const signature = createHmac('sha256', key)
    .update(timestamp + once)
    .digest('hex');
  const body = JSON.stringify({ signature: { timestamp, token: once, signature }, 'event-data': event });
  return { headers: json, body };
}

export const mailgunEvent = (token: string, at: Date, event: object): object => ({
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: at.getTime() / 1_000,
  recipient: 'gone@example.org',
  message: { headers: { 'message-id': '20130503192659.13651.20287@mg.example.com' } },
  'user-variables': { carillon: token },
  ...event,
});

export const mailgunFailure = (token: string, at: Date, changes: object = {}): object =>
  mailgunEvent(token, at, {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    'delivery-status': { code: 550, message: '5.1.1 user unknown', 'attempt-no': 1 },
    ...changes,
  });

export const mailgunHooks: HookMaker = {
  key: MAILGUN_KEY,
  bounce: (token, at) => mailgunHook(mailgunFailure(token, at), at),
  complaint: (token, at) => mailgunHook(mailgunEvent(token, at, { event: 'complained' }), at),
  delivery: (token, at) => mailgunHook(mailgunEvent(token, at, { event: 'delivered' }), at),
  forged: (token, at) => mailgunHook(mailgunFailure(token, at), at, undefined, 'another'),
};

const POSTMARK_KEY = 'carillon:correct-horse-battery';

export function postmarkHook(event: object, key = POSTMARK_KEY): Hook {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  return { headers: { ...json, authorization }, body: JSON.stringify(event) };
}

export const postmarkEvent = (token: string, event: object): object => ({
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Recipient: 'gone@example.org',
  ServerID: 23,
  MessageStream: 'outbound',
  Metadata: { carillon: token },
  ...event,
});

export const postmarkBounce = (token: string, at: Date, changes: object = {}): object =>
  postmarkEvent(token, {
    RecordType: 'Bounce',
    Type: 'HardBounce',
    TypeCode: 1,
    Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
    BouncedAt: at.toISOString(),
    ...changes,
  });

export const postmarkHooks: HookMaker = {
  key: POSTMARK_KEY,
  bounce: (token, at) => postmarkHook(postmarkBounce(token, at)),
  complaint: (token, at) =>
    postmarkHook(postmarkEvent(token, { RecordType: 'SpamComplaint', BouncedAt: at.toISOString() })),
  delivery: (token, at) =>
    postmarkHook(postmarkEvent(token, { RecordType: 'Delivery', DeliveredAt: at.toISOString() })),
  forged: (token, at) => postmarkHook(postmarkBounce(token, at), 'carillon:another-password'),
};
