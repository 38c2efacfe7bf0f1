import type { TwilioSettings } from '../settings/twilio-settings';

/** Who sends, and how Twilio knows them. */
export interface TwilioAccount {
  accountSid: string;
  /** The key if there is one, else the account itself. */
  login: Login;
  /** The account's own, which also signs callbacks. */
  ownLogin: Login;
  sender: { from: string } | { messagingServiceSid: string };
}

export interface Login {
  username: string;
  password: string;
}

export function twilioAccount(
  settings: TwilioSettings,
  { authToken = '', apiKeySecret = '' }: Readonly<Record<string, string>>,
): TwilioAccount {
  const { accountSid, apiKeySid } = settings;
  const ownLogin = { username: accountSid, password: authToken };
  return {
    accountSid,
    login: apiKeySid === undefined ? ownLogin : { username: apiKeySid, password: apiKeySecret },
    ownLogin,
    sender:
      'from' in settings ? { from: settings.from } : { messagingServiceSid: settings.messagingServiceSid },
  };
}
