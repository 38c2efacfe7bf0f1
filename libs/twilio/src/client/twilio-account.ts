/** The settings of an integration as contracts has them for SMS and WhatsApp: there is either a sender or a service. */
export interface AccountSettings {
  accountSid: string;
  apiKeySid?: string;
  from?: string;
  messagingServiceSid?: string;
}

/** Who sends, and how Twilio knows them. */
export interface TwilioAccount {
  accountSid: string;
  /** The key if there is one, else the account itself. */
  login: Login;
  /** The account's own, which also signs callbacks. */
  ownLogin: Login;
  /** What a message is sent from, as its parameters have it. */
  from: { from: string } | { messagingServiceSid: string };
  /** The same by its name alone. */
  sender: string;
}

export interface Login {
  username: string;
  password: string;
}

/** @param addressOf how the channel writes a phone number */
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
