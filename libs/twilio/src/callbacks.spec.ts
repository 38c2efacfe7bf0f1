import { createHash } from 'node:crypto';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { twilioCallbacks, twilioSignature } from './callbacks';

const MessageSid = `SM${'a'.repeat(32)}`;
const person = '+4915155502001';
const number = '+15005550006';

describe('a request from Twilio', () => {
  it.each([
    ['a SHA-1 in base64', `${'A'.repeat(27)}=`, true],
    ['nothing', undefined, false],
    ['a shorter text', 'AAAA', false],
    ['two of them', [`${'A'.repeat(27)}=`, `${'A'.repeat(27)}=`], false],
  ])('has a well-formed signature or not: %s', (_, signature, isPlausible) => {
    expect(twilioCallbacks.signature({ 'x-twilio-signature': signature }) !== null).toBe(isPlausible);
  });

  it('is signed with the account’s auth token: a form over its fields, JSON over its hash', () => {
    expect(twilioSignature.secret).toBe('authToken');
    const url = 'https://carillon.example.com/x';
    const form: [string, string][] = [['To', person]];
    const ofForm = { url, signature: getExpectedTwilioSignature('token', url, { To: person }) };
    expect(twilioSignature.isRight('token', { ...ofForm, content: { form } })).toBe(true);
    expect(twilioSignature.isRight('other', { ...ofForm, content: { form } })).toBe(false);

    const hash = createHash('sha256').update('{}').digest('hex');
    const hashed = `${url}?bodySHA256=${hash}`;
    const ofJson = { url: hashed, signature: getExpectedTwilioSignature('token', hashed, {}) };
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    expect(twilioSignature.isRight('token', { ...ofJson, content: { bytes: base64('{}') } })).toBe(true);
    expect(twilioSignature.isRight('token', { ...ofJson, content: { bytes: base64('[]') } })).toBe(false);
  });
});

describe('a status callback', () => {
  it('contains the state of the message', () => {
    const report = { providerId: MessageSid, state: 'DELIVERED', reason: null, permanent: false };
    const delivered = { ...report, providerCode: null, refusal: null };
    expect(twilioCallbacks.status({ MessageSid, MessageStatus: 'delivered' })).toEqual(delivered);
    expect(twilioCallbacks.status({ SmsSid: MessageSid, SmsStatus: 'delivered' })).toEqual(delivered);
  });

  it.each([
    ['SMS', ''],
    ['WHATSAPP', 'whatsapp:'],
  ])('on %s identifies the recipient who opted out', (channel, prefix) => {
    const fields = { MessageSid, MessageStatus: 'failed', ErrorCode: '21610' };
    const report = twilioCallbacks.status({ ...fields, To: prefix + person, From: prefix + number });
    expect(report).toMatchObject({
      state: 'FAILED',
      providerCode: '21610',
      refusal: { cause: 'STOPPED', channel, address: person, sender: number },
    });
  });

  it('may lack a message, or have an invalid error code', () => {
    const odd = { MessageSid: 'x', MessageStatus: 'failed', ErrorCode: 'x' };
    expect(twilioCallbacks.status(odd)).toMatchObject({ providerId: null, providerCode: null });
  });

  it.each([{}, { MessageStatus: 'receiving' }, { MessageStatus: 'sideways' }])(
    'may be ignored: %j',
    (fields) => {
      expect(twilioCallbacks.status({ MessageSid, ...fields })).toBeNull();
    },
  );
});

describe('an inbound message', () => {
  it('is read without the channel prefix', () => {
    const fields = { MessageSid, From: `whatsapp:${person}`, To: `whatsapp:${number}` };
    expect(twilioCallbacks.inbound(fields)).toEqual({
      providerId: MessageSid,
      channel: 'WHATSAPP',
      address: person,
      sender: number,
      body: '',
    });
  });

  it('contains the payload and the label of the pressed button, without duplicates', () => {
    const fields = {
      MessageSid,
      From: `whatsapp:${person}`,
      Body: 'Parar promoções',
      ButtonText: 'Parar promoções',
    };
    expect(twilioCallbacks.inbound({ ...fields, ButtonPayload: 'OUT' })).toMatchObject({
      button: 'OUT\nParar promoções',
    });
    expect(twilioCallbacks.inbound({ ...fields, ButtonPayload: fields.ButtonText })).toMatchObject({
      button: fields.ButtonText,
    });
  });

  it.each(['STOP', 'START', 'HELP'])('contains Twilio’s interpretation: %s', (OptOutType) => {
    const fields = { MessageSid, From: person, Body: 'Adiós' };
    expect(twilioCallbacks.inbound({ ...fields, OptOutType })).toMatchObject({ providerMeaning: OptOutType });
    expect(twilioCallbacks.inbound({ ...fields, OptOutType: 'stop?' })).not.toHaveProperty('providerMeaning');
  });

  it('has no sender if the name is invalid, and is ignored without a message', () => {
    const fields = { MessageSid, From: person, Body: 'STOP' };
    expect(twilioCallbacks.inbound(fields)).toMatchObject({ sender: null, body: 'STOP', channel: 'SMS' });
    expect(twilioCallbacks.inbound({ ...fields, To: 'x'.repeat(65) })).toMatchObject({ sender: null });
    expect(twilioCallbacks.inbound({ From: person, Body: 'STOP' })).toBeNull();
  });
});
