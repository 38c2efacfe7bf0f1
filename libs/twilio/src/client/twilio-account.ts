/**
 * The settings of a sender as contracts defines them for SMS and WhatsApp: either a sender or a messaging
 * service.
 */
export interface AccountSettings {
  accountSid: string;
  apiKeySid?: string;
  from?: string;
  messagingServiceSid?: string;
}

/** The account that sends, and its sender in Twilio's form. */
export interface TwilioAccount {
  accountSid: string;
  /** The API key, if any; otherwise the account itself. */
  login: Login;
  /** The account's own login; its token also signs callbacks. */
  ownLogin: Login;
  /** The sender of a message, as parameters of the request. */
  from: { from: string } | { messagingServiceSid: string };
  /** The name of the sender alone. */
  sender: string;
}

export interface Login {
  username: string;
  password: string;
}

/** @param addressOf returns a phone number in the channel's form */
export function twilioAccount(
  { accountSid, apiKeySid, from, messagingServiceSid = '' }: AccountSettings,
  { authToken = '', apiKeySecret = '' }: Readonly<Record<string, string>>,
  addressOf: (phone: string) => string = (phone) => phone,
): TwilioAccount {
  const ownLogin = { username: accountSid, password: authToken };
  return {
    accountSid,
    ownLogin,
    login: apiKeySid === undefined ? ownLogin : { username: apiKeySid, password: apiKeySecret },
    from: from === undefined ? { messagingServiceSid } : { from: addressOf(from) },
    sender: from ?? messagingServiceSid,
  };
}
