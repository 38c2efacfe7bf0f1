import { UnusableSender } from '@carillon/channel';
import { uploadedPicture } from '@carillon/testing';
import { describeProvider, twilioAccount, twilioProviders } from '@carillon/testing/providers';
import { Sending } from '../../test/sending';

describeProvider(
  'SMS',
  twilioProviders((url) => new Sending(url)),
);

describe('sending by SMS', () => {
  let sending: Sending;
  beforeEach(async () => {
    sending = await Sending.start();
  });
  afterEach(() => sending.end());
  const sends = (text: string, variables = {}) =>
    sending.send(60_000, { variables }, { bodies: { SMS: text } });

  it('sends a text with a status callback that is valid no longer than its campaign', async () => {
    expect(await sending.send()).toEqual({
      kind: 'sent',
      providerId: expect.stringMatching(/^SM/) as unknown,
      segments: 1,
    });
    expect(sending.server?.messages).toEqual([
      {
        To: '+15005550009',
        From: '+15005550006',
        Body: 'Hello Zoë',
        ValidityPeriod: '90',
        StatusCallback:
          'https://carillon.example.com/api/v1/callbacks/twilio/64b7c0ffee64b7c0ffee0009/status' +
          '?delivery=64b7c0ffee64b7c0ffee0001-0000000002-7#rc=5&rp=all',
      },
    ]);
  });

  it('sends an MMS, which has no segments, with a file', async () => {
    const content = { bodies: { SMS: 'a'.repeat(161) }, media: { SMS: uploadedPicture } };
    expect(await sending.send(60_000, {}, content)).toEqual({
      kind: 'sent',
      providerId: expect.stringMatching(/^SM/) as unknown,
    });
    expect(sending.server?.messages).toMatchObject([
      { MediaUrl: `https://carillon.example.com/m/${uploadedPicture.token}/Menu-1.png` },
    ]);
  });

  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['ж'.repeat(71), 2],
    ['a'.repeat(1_600), 11],
  ])('counts the billed segments (%#)', async (text, segments) => {
    expect(await sends(text)).toMatchObject({ kind: 'sent', segments });
  });

  it.each([
    ['is too long once filled in', '{{name}}', 'x'.repeat(1_601), 'MESSAGE_TOO_LONG'],
    ['would grow without bound', '{{name}}'.repeat(500), 'x'.repeat(16_000), 'MESSAGE_TOO_LONG'],
    ['is empty once filled in', ' {{name}}', '', 'EMPTY_MESSAGE'],
  ])('sends no request for a text that %s', async (_, text, name, reason) => {
    expect(await sends(text, { name })).toEqual({ kind: 'failed', reason, permanent: true, code: null });
    expect(sending.server?.requests).toEqual([]);
  });

  it('reports the sender whose messages the recipient has stopped', async () => {
    sending.server?.always({ status: 400, code: 21610 });
    expect(await sending.send()).toMatchObject({
      kind: 'failed',
      reason: 'OPTED_OUT',
      suppress: 'STOPPED',
      sender: '+15005550006',
    });
  });

  it('refuses incomplete settings', () => {
    const compile = () => sending.provider.compile(sending.content(), { ...twilioAccount(), secrets: {} });
    expect(compile).toThrow(UnusableSender);
  });
});
