import { arrivedFor, cleanUp, runningSandbox } from './running-sandbox';
import { account, accounts, apiKey, otherAccount, sendText, twilio } from './twilio-client';

afterEach(cleanUp);

describe('sending through the pretend Twilio', () => {
  it('responds to a text as Twilio does, and shows it in the inbox', async () => {
    const sandbox = await runningSandbox(accounts);
    const { status, body } = await sendText(sandbox, { Body: 'Hei {{name}} 👋' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account_sid: account.sid,
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string,
      status: 'queued',
      from: '+15005550006',
      to: '+12025550101',
      num_segments: '1',
      error_code: null,
      date_sent: null,
      date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/) as string,
    });
    expect(await arrivedFor(sandbox, '+12025550101')).toMatchObject([
      {
        channel: 'SMS',
        to: '+12025550101',
        from: '+15005550006',
        subject: null,
        html: null,
        text: 'Hei {{name}} 👋',
        headers: null,
        mediaUrl: null,
        attachments: [],
      },
    ]);
  });

  it('shows the file of a message, and refuses one without a URL', async () => {
    const sandbox = await runningSandbox(accounts);
    const MediaUrl = 'https://news.example.com/m/x/Spring.png';
    expect((await sendText(sandbox, { Body: 'Look', MediaUrl })).status).toBe(201);
    expect(await arrivedFor(sandbox, '+12025550101')).toMatchObject([{ text: 'Look', mediaUrl: MediaUrl }]);
    const refused = await sendText(sandbox, { Body: 'Look', MediaUrl: 'Spring.png' });
    expect(refused).toMatchObject({ status: 400, body: { code: 21620 } });
  });

  it('stores WhatsApp messages under bare numbers, and a template as its variables', async () => {
    const sandbox = await runningSandbox(accounts);
    const ContentSid = `HX${'a'.repeat(32)}`;
    const numbers = { To: 'whatsapp:+12025550101', From: 'whatsapp:+15005550006' };
    const { body } = await sendText(sandbox, {
      ...numbers,
      Body: '',
      ContentSid,
      ContentVariables: '{"1":"Ada"}',
    });
    expect(body).toMatchObject({ to: numbers.To, from: numbers.From });
    expect(await arrivedFor(sandbox, '+12025550101')).toMatchObject([
      { channel: 'WHATSAPP', from: '+15005550006', text: `Template ${ContentSid}\n1: Ada` },
    ]);
  });

  it('lets a messaging service choose the number', async () => {
    const sandbox = await runningSandbox(accounts);
    const MessagingServiceSid = `MG${'b'.repeat(32)}`;
    const { body } = await sendText(sandbox, { From: '', MessagingServiceSid });
    expect(body).toMatchObject({
      status: 'accepted',
      from: null,
      messaging_service_sid: MessagingServiceSid,
      num_segments: '0',
    });
    expect((await arrivedFor(sandbox, '+12025550101'))[0]?.from).toMatch(/^\+141555501\d\d$/);
  });

  it('accepts an API key of its account, and no other login', async () => {
    const sandbox = await runningSandbox(accounts);
    const as = async (user: string, password: string): Promise<unknown[]> => {
      const { status, body } = await twilio(sandbox, '.json', undefined, { user, password });
      return [status, body.code ?? body.sid];
    };
    expect(await as(account.sid, account.token)).toEqual([200, account.sid]);
    expect(await as(apiKey.sid, apiKey.secret)).toEqual([200, account.sid]);
    for (const [user, password] of [
      [account.sid, 'wrong'],
      [apiKey.sid, account.token],
      [otherAccount.sid, otherAccount.token],
      ['', ''],
    ] as const) {
      expect(await as(user, password)).toEqual([401, 20003]);
    }
  });

  it.each([
    [21604, { To: '' }],
    [21211, { To: '12025550101' }],
    [21211, { To: 'whatsapp:ada' }],
    [21603, { From: '' }],
    [21212, { From: '+1' }],
    [21910, { From: 'whatsapp:+15005550006' }],
    [21705, { From: '', MessagingServiceSid: 'MG1' }],
    [21602, { Body: '' }],
    [21617, { Body: 'x'.repeat(1_601) }],
    [21609, { StatusCallback: '/status' }],
    [21655, { ContentSid: 'HX1' }],
    [21656, { ContentSid: `HX${'a'.repeat(32)}`, ContentVariables: '{"1":2}' }],
    [21624, { ValidityPeriod: '36001' }],
    [21211, { To: '+15005550001' }],
    [21612, { To: '+15005550002' }],
    [21408, { To: '+15005550003' }],
    [21610, { To: '+15005550004' }],
    [21614, { To: '+15005550009' }],
    [21212, { From: '+15005550001' }],
    [21606, { From: '+15005550007' }],
    [21611, { From: '+15005550008' }],
  ])('refuses with %d: %j', async (code, form) => {
    const sandbox = await runningSandbox(accounts);
    expect(await sendText(sandbox, form)).toMatchObject({
      status: 400,
      body: {
        code,
        status: 400,
        message: expect.any(String) as string,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
      },
    });
    expect(sandbox.store.size).toBe(0);
  });

  it('lists what was sent, newest first', async () => {
    const sandbox = await runningSandbox(accounts);
    for (const Body of ['One', 'Two', 'Three']) await sendText(sandbox, { Body });
    const { body } = await twilio(sandbox, '/Messages.json?PageSize=2');
    expect(body).toMatchObject({ messages: [{ body: 'Three' }, { body: 'Two' }], page: 0, page_size: 2 });
    const next = String(body.next_page_uri).replace(/^.*(?=\/Messages)/, '');
    expect((await twilio(sandbox, next)).body).toMatchObject({
      messages: [{ body: 'One' }],
      next_page_uri: null,
    });
    expect(await twilio(sandbox, '/Messages.json?PageSize=0')).toMatchObject({
      status: 400,
      body: { code: 20001 },
    });
  });

  it('reports unknown resources', async () => {
    const sandbox = await runningSandbox(accounts);
    expect(await twilio(sandbox, '/Calls.json')).toMatchObject({ status: 404, body: { code: 20404 } });
    expect(await twilio(sandbox, `/Messages/SM${'0'.repeat(32)}.json`)).toMatchObject({
      status: 404,
      body: { code: 20404 },
    });
    expect(await twilio(sandbox, '.json', {})).toMatchObject({ status: 405, body: { code: 20004 } });
  });
});
