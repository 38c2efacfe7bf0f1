import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import {
  type ApiRequest,
  type FakeApi,
  FakeApiServer,
  FakeMailgun,
  FakePostmark,
  FakeSendgrid,
  FakeSes,
  formParts,
} from '@carillon/fake-providers';
import { Mail } from '@sendgrid/helpers/classes';
import Mailgun from 'mailgun.js';
import { Models, ServerClient } from 'postmark';
import type { ProviderResult } from '@carillon/channel';
import type { EndpointSending } from '@carillon/testing/providers';
import { apiSending } from '../../test/api-sending';
import { MailgunProvider, PostmarkProvider, SendgridProvider, SesProvider } from './mail-api-providers';

const content = {
  subject: 'Hello',
  bodies: { EMAIL: '<p>Dear {{name}}</p>' },
  attachments: [{ id: 'm', token: 'T1', name: 'a.txt', type: 'text/plain', bytes: 1 }],
};
const files = { T1: 'YQ==' };

/** The fakes accept the requests of the providers' own clients, which are the same as Carillon's. */
describe('the official client of', () => {
  let requests: ApiRequest[];
  let server: FakeApiServer;
  const recorded = (api: FakeApi): FakeApi => ({
    answer: (request) => {
      requests.push(request);
      return api.answer(request);
    },
  });
  beforeEach(async () => {
    requests = [];
    server = await new FakeApiServer({
      ses: recorded(new FakeSes({ secretAccessKey: 'a-secret' })),
      sendgrid: recorded(new FakeSendgrid()),
      mailgun: recorded(new FakeMailgun()),
      postmark: recorded(new FakePostmark()),
    }).start();
  });
  afterEach(() => server.stop());

  /** Sends as Carillon does. @returns the body of the request */
  const sent = async (sending: EndpointSending<ProviderResult>): Promise<Buffer> => {
    expect(await sending.send(5_000, {}, content, files)).toMatchObject({ kind: 'sent' });
    await sending.end();
    return requests[0]?.body ?? Buffer.alloc(0);
  };
  const expectSame = (): void => {
    const [own, official] = requests.map(partsOf);
    expect(requests).toHaveLength(2);
    expect(own).toEqual(official);
  };

  it('Amazon SES', async () => {
    const sending = apiSending(
      SesProvider,
      'SES',
      {
        settings: {
          awsRegion: 'eu-central-1',
          accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
          configurationSet: 'news',
        },
        secrets: { secretAccessKey: 'a-secret' },
      },
      server.url,
    );
    const { Content } = JSON.parse((await sent(sending)).toString()) as {
      Content: { Raw: { Data: string } };
    };
    const client = new SESv2Client({
      ...{ region: 'eu-central-1', endpoint: `${server.url}/ses`, maxAttempts: 1 },
      credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'a-secret' },
    });
    const answer = await client.send(
      new SendEmailCommand({
        Destination: { ToAddresses: ['zoe@example.org'] },
        Content: { Raw: { Data: Buffer.from(Content.Raw.Data, 'base64') } },
        ConfigurationSetName: 'news',
      }),
    );
    expect(answer.MessageId).toMatch(/^0100/);
    expectSame();
    const refusal = client.send(
      new SendEmailCommand({
        Destination: { ToAddresses: ['zoe'] },
        Content: { Raw: { Data: Buffer.from('x') } },
      }),
    );
    await expect(refusal).rejects.toMatchObject({
      name: 'BadRequestException',
      $metadata: { httpStatusCode: 400 },
    });
    client.destroy();
  });

  it('Mailgun', async () => {
    const sending = apiSending(
      MailgunProvider,
      'MAILGUN',
      { settings: { domain: 'shop.example' }, secrets: { apiKey: 'key-1' } },
      server.url,
    );
    const body = await sent(sending);
    const form = formParts(body, requests[0]?.headers['content-type'] ?? '');
    const client = new Mailgun(FormData).client({
      username: 'api',
      key: 'key-1',
      url: `${server.url}/mailgun`,
    });
    const answer = await client.messages.create('shop.example', {
      to: 'zoe@example.org',
      message: String(form?.get('message')),
      ...{ 'o:tracking': 'no', 'o:tracking-clicks': 'no', 'o:tracking-opens': 'no' },
      'v:carillon': String(form?.get('v:carillon')),
    });
    expect(answer).toMatchObject({ status: 200, message: 'Queued. Thank you.' });
    expectSame();
  });

  it('Postmark', async () => {
    const sending = apiSending(
      PostmarkProvider,
      'POSTMARK',
      { secrets: { serverToken: 'a-token' } },
      server.url,
    );
    const [message] = JSON.parse((await sent(sending)).toString()) as [Models.Message];
    const host = `${server.url.replace('http://', '')}/postmark`;
    const client = new ServerClient('a-token', new Models.ClientOptions.Configuration(false, host));
    const answers = await client.sendEmailBatch([message]);
    expect(answers).toMatchObject([{ ErrorCode: 0, Message: 'OK', To: 'zoe@example.org' }]);
    expectSame();
    expect(await client.sendEmail(message)).toMatchObject({ ErrorCode: 0 });
    expect(await client.getServer()).toMatchObject({ DeliveryType: 'Sandbox' });
    const wrong = new Models.Message(message.From, 'Hello', '<p>Hello</p>', 'Hello', 'zoe');
    await expect(client.sendEmail(wrong)).rejects.toMatchObject({ code: 300 });
  });

  it('SendGrid, which is a library for bodies', async () => {
    const sending = apiSending(SendgridProvider, 'SENDGRID', { secrets: { apiKey: 'SG.a.b' } }, server.url);
    const own = JSON.parse((await sent(sending)).toString()) as ReturnType<Mail['toJSON']>;
    const { headers = {}, custom_args: customArgs = {}, content: texts } = own;
    const mail = new Mail({
      to: 'zoe@example.org',
      from: { name: 'The Shöp', email: 'news@shop.example' },
      replyTo: 'ann@shop.example',
      subject: 'Hello',
      content: texts,
      ...{ headers, customArgs },
      attachments: [{ content: 'YQ==', filename: 'a.txt', type: 'text/plain', disposition: 'attachment' }],
      trackingSettings: {
        clickTracking: { enable: false, enableText: false },
        openTracking: { enable: false },
        subscriptionTracking: { enable: false },
        ganalytics: { enable: false },
      },
    });
    expect(own).toEqual(JSON.parse(JSON.stringify(mail)));
  });
});

function partsOf({ method, path, query, headers, body }: ApiRequest) {
  const login = String(headers.authorization ?? headers['x-postmark-server-token']).split(',', 1);
  const form = formParts(body, headers['content-type'] ?? '');
  const fields = form ? Object.fromEntries([...form].map(([name, values]) => [name, String(values)])) : null;
  return {
    method,
    path,
    query: query.toString(),
    login,
    body: fields ?? (JSON.parse(String(body)) as object),
  };
}
