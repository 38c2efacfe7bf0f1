import { misfit } from '@carillon/contracts';
import { TwilioSettings } from './twilio-settings';

const sid = (kind: string): string => kind + '0123456789abcdef'.repeat(2);

describe('the settings of a Twilio integration', () => {
  it.each([
    [{ accountSid: sid('AC'), from: '+15005550006' }],
    [{ accountSid: sid('AC'), messagingServiceSid: sid('MG') }],
    [{ accountSid: sid('AC'), apiKeySid: sid('SK'), from: 'Carillon' }],
  ])('are an account and a sender, or a service that has some', (settings) => {
    expect(misfit(TwilioSettings, settings)).toBeNull();
  });

  it.each([
    ['no sender', { accountSid: sid('AC') }],
    [
      'a sender and a service',
      { accountSid: sid('AC'), from: '+15005550006', messagingServiceSid: sid('MG') },
    ],
    ['no account', { from: '+15005550006' }],
    ['an account of another kind', { accountSid: sid('SK'), from: '+15005550006' }],
    ['a key of another kind', { accountSid: sid('AC'), apiKeySid: sid('AC'), from: '+15005550006' }],
    ['a secret', { accountSid: sid('AC'), from: '+15005550006', authToken: 'x' }],
  ])('are refused with %s', (_, settings) => {
    expect(misfit(TwilioSettings, settings)).not.toBeNull();
  });
});
