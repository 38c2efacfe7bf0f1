import { ServerLink } from '@carillon/testing';
import { TwilioClient, campaignTerms, twilioAccount } from '@carillon/twilio/client';
import { account, accounts, apiKey } from './twilio-client';
import { arrivedFor, cleanUp, runningSandbox } from './running-sandbox';
import { type Sandbox } from '../src/sandbox';

const settings = { accountSid: account.sid, from: '+15005550006' };
const secrets = { authToken: account.token, apiKeySecret: apiKey.secret };
const own = twilioAccount(settings, secrets);
const TIMEOUT_MS = 5_000;

describe('the Twilio client of the workers', () => {
  let sandbox: Sandbox;
  let client: TwilioClient;
  beforeAll(async () => {
    sandbox = await runningSandbox(accounts);
    client = new TwilioClient(`http://127.0.0.1:${sandbox.twilioPort}`, 10);
  });
  afterAll(async () => {
    client.close();
    await cleanUp();
  });
  const send = (to: string, by = own, at = client) => at.send(by, { to, body: 'Hello' }, TIMEOUT_MS);

  it('works with the pretend Twilio', async () => {
    const terms = {
      publicUrl: 'http://127.0.0.1:9',
      senderId: 'i',
      deliveryId: 'd',
      validForMs: 60_000,
    };
    const message = { to: '+12025550101', body: 'Grüße 👋', ...campaignTerms(terms) };
    expect(await client.send(own, message, TIMEOUT_MS)).toMatchObject({ kind: 'sent' });
    expect(await arrivedFor(sandbox, '+12025550101')).toMatchObject([{ channel: 'SMS', text: 'Grüße 👋' }]);
  });

  it.each<[string, string, object]>([
    ['no number', '+15005550001', { kind: 'failed', permanent: true, reason: 'INVALID_ADDRESS' }],
    ['unreachable', '+15005550002', { kind: 'failed', permanent: true, reason: 'UNROUTABLE' }],
    ['in a country that is not allowed', '+15005550003', { kind: 'failed', reason: 'REGION_NOT_ENABLED' }],
    ['of a person who has opted out', '+15005550004', { kind: 'failed', suppress: 'STOPPED' }],
    ['no mobile', '+15005550009', { kind: 'failed', permanent: true, reason: 'NOT_A_MOBILE_NUMBER' }],
    ['slow', '+12015550101', { kind: 'sent' }],
    ['a server error', '+15005550101', { kind: 'unknown', code: '20500' }],
    ['an unavailable server', '+15035550101', { kind: 'unknown', code: '20503' }],
    ['no response', '+15045550101', { kind: 'unknown', reason: 'SERVER_TIMEOUT' }],
  ])('recognizes a number that is %s', async (_, to, expected) => {
    expect(await send(to)).toMatchObject(expected);
  });

  it('is throttled at first, and then accepted', async () => {
    expect(await send('+19295550101')).toMatchObject({ kind: 'throttled', scope: 'provider', code: '20429' });
    expect(await send('+19295550101')).toMatchObject({ kind: 'sent' });
  });

  it('reports an unknown result for a message without a response, which arrived once', async () => {
    expect(await send('+14085550101')).toMatchObject({ kind: 'unknown', reason: 'SERVER_TIMEOUT' });
    expect(await arrivedFor(sandbox, '+14085550101')).toHaveLength(1);
  });

  it.each([
    ['+15005550001', { kind: 'providerDown', reason: 'SENDER_REFUSED' }],
    ['+15005550007', { kind: 'failed', permanent: true, reason: 'SENDER_NOT_CAPABLE' }],
    ['+15005550008', { kind: 'throttled', scope: 'provider', reason: 'QUEUE_FULL' }],
  ])('recognizes the sender %s', async (from, expected) => {
    expect(await send('+12025550102', twilioAccount({ ...settings, from }, secrets))).toMatchObject(expected);
  });

  it('recognizes which accounts can be used', async () => {
    const tryOut = (changes: object, known = secrets) =>
      client.tryOut(twilioAccount({ ...settings, ...changes }, known), null, TIMEOUT_MS);
    expect(await tryOut({})).toBeNull();
    expect(await tryOut({ apiKeySid: apiKey.sid })).toBeNull();
    const refused = { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '20003' };
    expect(await tryOut({}, { ...secrets, authToken: 'wrong' })).toMatchObject(refused);
    expect(await tryOut({ apiKeySid: apiKey.sid }, { ...secrets, apiKeySecret: 'wrong' })).toMatchObject(
      refused,
    );
  });

  it('repeats nothing while the connection is cut or frozen, and continues when it is restored', async () => {
    const link = await ServerLink.to(`http://127.0.0.1:${sandbox.twilioPort}`);
    const through = new TwilioClient(link.url, 1);
    const one = '+12025550103';
    expect(await send(one, own, through)).toMatchObject({ kind: 'sent' });
    link.freeze();
    expect(await send(one, own, through)).toMatchObject({ kind: 'unknown', reason: 'SERVER_TIMEOUT' });
    const beingSent = send('+14085550104', own, through);
    link.cut();
    expect(await beingSent).toMatchObject({ kind: 'unknown', reason: 'CONNECTION_LOST' });
    expect(await send(one, own, through)).toMatchObject({ kind: 'unknown', reason: 'CONNECTION_LOST' });
    link.restore();
    expect(await send(one, own, through)).toMatchObject({ kind: 'sent' });
    expect(await arrivedFor(sandbox, one)).toHaveLength(2);
    through.close();
    await link.close();
  });
});
