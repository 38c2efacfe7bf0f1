/** What a setting of an integration may say. */
export type SettingForm =
  /** One line of text of at most so many characters. */
  | { form: 'line'; max: number }
  /** A whole number, both ends included. */
  | { form: 'number'; min: number; max: number }
  | { form: 'choice'; of: readonly string[] }
  /** A name or an IP address, on the internet unless the operator allows private ones. */
  | { form: 'host' }
  /** Kept in the canonical form. */
  | { form: 'email' | 'phone' }
  /** Who a short message is from: a phone number, a short code or a name. */
  | { form: 'sender' }
  /** Twilio's id of a thing: what it begins with says of which kind the thing is. */
  | { form: 'sid'; prefix: string };

export type Setting = SettingForm & {
  required?: true;
  /** Sealed at the door; only its end is ever shown. */
  secret?: true;
  /** The secret that is sent to where this says. It is for that place only: another place needs it given anew. */
  receives?: string;
};

/** What an integration of a channel consists of. The rules of the API and the check before it is stored follow from it. */
export interface SettingsTable {
  fields: Readonly<Record<string, Setting>>;
  /** A setting and the secret that belongs to it: neither is there without the other. */
  pairs: readonly (readonly [setting: string, secret: string])[];
  /** Settings of which exactly one is there, if there are any. */
  either: readonly string[];
}

const line = { form: 'line', max: 255 } as const;
const secret = { form: 'line', max: 1_024, secret: true } as const;

/** A user's own mail server. */
export const emailSettings = {
  fields: {
    host: { form: 'host', required: true, receives: 'password' },
    port: { form: 'number', min: 1, max: 65_535, required: true },
    security: { form: 'choice', of: ['none', 'starttls', 'tls'], required: true },
    username: line,
    password: secret,
    fromAddress: { form: 'email', required: true },
    fromName: line,
    replyTo: { form: 'email' },
    bounceAddress: { form: 'email' },
    postalAddress: { form: 'line', max: 500 },
    /** How many connections at once the server bears, from all workers together. */
    maxConnections: { form: 'number', min: 1, max: 1_000 },
  },
  pairs: [['username', 'password']],
  either: [],
} as const satisfies SettingsTable;

/** https://www.twilio.com/docs/glossary/what-is-a-sid, https://www.twilio.com/docs/iam/api-keys */
const twilioFields = {
  accountSid: { form: 'sid', prefix: 'AC', required: true },
  /** Needed beside an API key, too: Twilio signs its callbacks with it. */
  authToken: { ...secret, required: true },
  apiKeySid: { form: 'sid', prefix: 'SK' },
  apiKeySecret: secret,
  messagingServiceSid: { form: 'sid', prefix: 'MG' },
} as const;
const twilioRules = {
  pairs: [['apiKeySid', 'apiKeySecret']],
  either: ['from', 'messagingServiceSid'],
} as const;

export const whatsappSettings = {
  fields: { ...twilioFields, from: { form: 'phone' } },
  ...twilioRules,
} as const satisfies SettingsTable;

export const smsSettings = {
  fields: { ...twilioFields, from: { form: 'sender' } },
  ...twilioRules,
} as const satisfies SettingsTable;
