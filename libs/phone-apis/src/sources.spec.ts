import { type FeedbackOutcome, deliveryId } from '@carillon/contracts';
import {
  type Hook,
  type SmsProvider,
  phoneHooks,
  requestOf,
  smsProviders,
  vonageHook,
} from '../test/webhooks';
import { phoneFeedbackSources } from './sources';

const sources = phoneFeedbackSources();
const delivery = deliveryId('65e1c0000000000000000001-0000001024', 7);
const at = new Date('2026-11-30T20:00:00Z');

const outcomesOf = (provider: SmsProvider, event: object): FeedbackOutcome[] =>
  sources[provider].outcomes(requestOf(phoneHooks[provider].sign(event, at)));
const passes = (provider: SmsProvider, hook: Hook, key = phoneHooks[provider].key): boolean => {
  const proof = sources[provider].proof(requestOf(hook));
  return proof !== null && sources[provider].isRight(key, proof.signed);
};

describe.each(smsProviders)('a webhook of %s', (provider) => {
  const { sign, status, inbound, key } = phoneHooks[provider];
  const hook = sign(status(delivery, 'delivered'), at);

  it('is right with the key of the sender only, and names its time', () => {
    const other = provider === 'VONAGE' ? 'another-secret' : Buffer.alloc(32, 7).toString('base64');
    expect([key, other, '', 'nonsense'].map((each) => passes(provider, hook, each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(sources[provider].proof(requestOf(hook))?.signedAt).toEqual(at);
  });

  it('is wrong with any other content, and without a signature', () => {
    expect(passes(provider, { ...hook, body: `${hook.body} ` })).toBe(false);
    expect(passes(provider, { ...hook, headers: {} })).toBe(false);
    const headers = Object.fromEntries(
      Object.entries(hook.headers).map(([name, value]) => [name, value.replace(/.$/, '')]),
    );
    expect(passes(provider, { ...hook, headers })).toBe(false);
  });

  it('reports the states of the delivery that its message named', () => {
    const about = { deliveryId: delivery, reason: null, permanent: false, providerCode: null };
    const providerId = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
    expect(outcomesOf(provider, status(delivery, 'sent'))).toEqual([
      { kind: 'reported', report: { ...about, providerId, state: 'SENT' } },
    ]);
    expect(outcomesOf(provider, status(delivery, 'delivered'))).toEqual([
      { kind: 'reported', report: { ...about, providerId, state: 'DELIVERED' } },
    ]);
  });

  it('reports the failure with its code', () => {
    const [code, reason] = provider === 'VONAGE' ? ['1190', 'UNKNOWN_ADDRESS'] : ['40012', 'INVALID_ADDRESS'];
    expect(outcomesOf(provider, status(delivery, 'failed', code))).toMatchObject([
      { kind: 'reported', report: { state: 'FAILED', reason, permanent: true, providerCode: code } },
    ]);
    expect(outcomesOf(provider, status(delivery, 'failed'))).toMatchObject([
      { report: { state: 'FAILED', reason: 'REJECTED', providerCode: null } },
    ]);
  });

  it('reports who opted out, also for a message that Carillon did not send', () => {
    const code = provider === 'VONAGE' ? '1240' : '40300';
    expect(outcomesOf(provider, status('', 'failed', code))).toEqual([
      {
        kind: 'refused',
        refusal: { cause: 'STOPPED', channel: 'SMS', address: '+4915155502001', sender: '+14155552671' },
      },
      { kind: 'unnamed' },
    ]);
  });

  it('contains the message of a person', () => {
    expect(outcomesOf(provider, inbound('Stop'))).toEqual([
      {
        kind: 'received',
        message: {
          providerId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
          ...{ channel: 'SMS', address: '+14155552671', sender: '+4915155502001', body: 'Stop' },
        },
      },
    ]);
  });

  it('of any other kind is ignored or malformed, and never throws', () => {
    for (const event of [{}, [], { data: 1 }, { data: { event_type: 'call.answered' } }])
      expect(['ignored', 'malformed']).toContain(outcomesOf(provider, event)[0]?.kind);
  });
});

describe('a webhook of Vonage', () => {
  const event = phoneHooks.VONAGE.inbound('Hi');

  it('is wrong without the hash of its body, and with another algorithm', () => {
    const iat = Math.floor(at.getTime() / 1_000);
    expect(passes('VONAGE', vonageHook(event, { iat }))).toBe(true);
    expect(passes('VONAGE', vonageHook(event, { iat, payload_hash: undefined }))).toBe(false);
    expect(passes('VONAGE', vonageHook(event, { iat }, { alg: 'none' }))).toBe(false);
    expect(passes('VONAGE', vonageHook(event, {}))).toBe(false);
  });

  it('of another channel is ignored', () => {
    expect(outcomesOf('VONAGE', { ...event, channel: 'whatsapp' })).toEqual([{ kind: 'ignored' }]);
  });

  it('contains the caption of a picture as the text', () => {
    const { text: _text, ...rest } = event as { text: string };
    const mms = { ...rest, channel: 'mms', message_type: 'image', image: { url: 'x', caption: 'Stop' } };
    expect(outcomesOf('VONAGE', mms)).toMatchObject([{ message: { body: 'Stop' } }]);
  });
});

it('leaves a message of Telnyx sent whose carrier reports nothing, and tells one that expired', () => {
  const event = (status: string) => {
    const made = phoneHooks.TELNYX.status(delivery, 'failed') as { data: { payload: { to: object[] } } };
    made.data.payload.to = [{ phone_number: '+4915155502001', status }];
    return made;
  };
  expect(outcomesOf('TELNYX', event('delivery_unconfirmed'))).toEqual([{ kind: 'ignored' }]);
  expect(outcomesOf('TELNYX', event('expired'))).toMatchObject([
    { report: { state: 'FAILED', reason: 'VALIDITY_EXPIRED', permanent: false } },
  ]);
});
