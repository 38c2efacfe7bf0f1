import { languages } from './languages';

/** The form of a sender's setting. */
type SettingForm =
  /** One line of text of at most `max` characters. */
  | { form: 'line'; max: number }
  /** A key that HTTP headers contain: printable characters of ASCII without spaces, at most `max`. */
  | { form: 'token'; max: number }
  /** A whole number, with both ends included. */
  | { form: 'number'; min: number; max: number }
  | { form: 'choice'; of: readonly string[] }
  /** A name or an IP address, on the internet unless the operator allows private ones. */
  | { form: 'host' }
  /** A name of the DNS with at least two labels. */
  | { form: 'domain' }
  /** Lowercase letters, digits, and hyphens, as a label of the DNS. */
  | { form: 'label'; max: number }
  /** IP addresses and CIDR blocks, separated by commas, with at most `max` characters. */
  | { form: 'networks'; max: number }
  /** Certificates in PEM (RFC 7468), one after the other, with at most `max` characters. */
  | { form: 'certificates'; max: number }
  /** Stored in canonical form. */
  | { form: 'email' | 'phone' }
  /** The sender of a short message: a phone number, a short code, or a name. */
  | { form: 'sender' }
  /** Twilio's ID of an object, whose prefix names the kind of object. */
  | { form: 'sid'; prefix: string }
  /** An https:// URL on the internet, unless the operator allows private ones. */
  | { form: 'url'; max: number }
  /** The symmetric secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
  | { form: 'signing-secret' }
  | { form: 'uuid' }
  /** An ID that consists of at most `max` digits. */
  | { form: 'digits'; max: number }
  /** An RSA key in PEM (RFC 7468). */
  | { form: 'private-key'; max: number }
  /** The 32 bytes of an Ed25519 key in base64. */
  | { form: 'ed25519-key' }
  /** The senders of a pool, in their order, with rules for their recipients by `by`; see `PoolMember`. */
  | { form: 'members'; by: 'domains' | 'countries' };

export type Setting = SettingForm & {
  required?: true;
  /** Sealed by the gateway. Only its end is ever shown. */
  secret?: true;
  /**
   * The secrets that are sent to this setting's target. They are only for that target; a different target requires them
   * again.
   */
  receives?: readonly string[];
  /** It identifies the account at the provider, alone or together with others. Senders with the same values share it. */
  identifies?: true;
};

/** The settings of a provider's senders. The API's rules and the check before storing derive from it. */
export interface SettingsTable {
  fields: Readonly<Record<string, Setting>>;
  /** A setting and its secret: neither is present without the other. */
  pairs: readonly (readonly [setting: string, secret: string])[];
  /** If the list is not empty, exactly one of these settings is present. */
  either: readonly string[];
}

const line = { form: 'line', max: 255 } as const;
const secret = { form: 'line', max: 1_024, secret: true } as const;
const token = { form: 'token', max: 1_024, secret: true } as const;

/** The services that report email events with webhooks. */
export const mailProviders = ['SES', 'SENDGRID', 'MAILGUN', 'POSTMARK'] as const;

/** A user's own mail server. */
export const smtpSettings = {
  fields: {
    host: { form: 'host', required: true, receives: ['password'], identifies: true },
    port: { form: 'number', min: 1, max: 65_535, required: true, receives: ['password'] },
    security: { form: 'choice', of: ['none', 'starttls', 'tls'], required: true, receives: ['password'] },
    username: { ...line, receives: ['password'], identifies: true },
    password: secret,
    /**
     * A private certificate authority of the server, trusted in addition to the public authorities, by this sender
     * only.
     */
    caCertificate: { form: 'certificates', max: 16_384, receives: ['password'] },
    fromAddress: { form: 'email', required: true },
    fromName: line,
    replyTo: { form: 'email' },
    bounceAddress: { form: 'email' },
    /** Instead of the bounce address: each email has its own return path there, which the bounce-receiver reads. */
    bounceDomain: { form: 'domain' },
    postalAddress: { form: 'line', max: 500 },
    /** For recipients without a language in their data. Absent: English. */
    footerLanguage: { form: 'choice', of: languages },
    /** The maximum number of concurrent connections that the server allows for all workers together. */
    maxConnections: { form: 'number', min: 1, max: 1_000 },
    /** The service behind the mail server that reports email events with webhooks. */
    feedbackProvider: { form: 'choice', of: mailProviders, receives: ['feedbackKey'] },
    /** The proof that a webhook is the provider's; see libs/feedback/src/webhooks. */
    feedbackKey: secret,
    /** The source networks of its webhooks; absent: any. */
    feedbackAddresses: { form: 'networks', max: 1_000 },
  },
  pairs: [
    ['username', 'password'],
    ['feedbackProvider', 'feedbackKey'],
  ],
  either: [],
} as const satisfies SettingsTable;

/** https://www.twilio.com/docs/glossary/what-is-a-sid, https://www.twilio.com/docs/iam/api-keys */
const twilioFields = {
  accountSid: {
    form: 'sid',
    prefix: 'AC',
    required: true,
    receives: ['authToken', 'apiKeySecret'],
    identifies: true,
  },
  /** Required also with an API key: Twilio signs its callbacks with it. */
  authToken: { ...secret, required: true },
  apiKeySid: { form: 'sid', prefix: 'SK', receives: ['apiKeySecret'] },
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

/** https://developer.vonage.com/en/messages/concepts/authentication */
export const vonageSettings = {
  fields: {
    applicationId: { form: 'uuid', required: true, receives: ['privateKey'], identifies: true },
    privateKey: { form: 'private-key', max: 8_192, required: true, secret: true },
    /** The secret of the account that signs webhooks. */
    signatureSecret: { ...secret, required: true },
    from: { form: 'sender', required: true },
  },
  pairs: [],
  either: [],
} as const satisfies SettingsTable;

/** https://developers.telnyx.com/api-reference/messages/send-a-message */
export const telnyxSettings = {
  fields: {
    apiKey: { ...token, required: true, identifies: true },
    /** The key of the account that verifies webhooks. */
    publicKey: { form: 'ed25519-key', required: true },
    from: { form: 'sender', required: true },
    /** Required if `from` is a name. */
    messagingProfileId: { form: 'uuid' },
  },
  pairs: [],
  either: [],
} as const satisfies SettingsTable;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/get-started */
export const metaSettings = {
  fields: {
    /** The ID of the phone number that sends. */
    phoneNumberId: { form: 'digits', max: 30, required: true },
    /** The WhatsApp Business Account, which has the templates. */
    businessAccountId: { form: 'digits', max: 30, required: true, identifies: true },
    accessToken: { ...token, required: true },
    /** The secret of the app that the token belongs to. It signs webhooks, and Carillon proves with it that it may use the token. */
    appSecret: { ...secret, required: true },
  },
  pairs: [],
  either: [],
} as const satisfies SettingsTable;

/** A user's own HTTP endpoint, to which messages are posted, signed: docs/http-senders.md. */
const endpointFields = {
  url: { form: 'url', max: 2_000, required: true, receives: ['secret'], identifies: true },
  secret: { form: 'signing-secret', required: true, secret: true },
  /** The maximum number of concurrent requests that the endpoint accepts from all workers together. */
  maxConnections: { form: 'number', min: 1, max: 1_000 },
} as const;
const endpointRules = { pairs: [], either: [] } as const;

export const httpEmailSettings = {
  fields: {
    ...endpointFields,
    fromAddress: { form: 'email', required: true },
    fromName: line,
    replyTo: { form: 'email' },
    postalAddress: { form: 'line', max: 500 },
    footerLanguage: { form: 'choice', of: languages },
  },
  ...endpointRules,
} as const satisfies SettingsTable;

/** The settings of all senders that use the API of a mail provider. The provider reports events of their emails. */
const mailApiFields = {
  fromAddress: { form: 'email', required: true },
  fromName: line,
  replyTo: { form: 'email' },
  postalAddress: { form: 'line', max: 500 },
  footerLanguage: { form: 'choice', of: languages },
  /** The maximum number of concurrent requests of all workers together. */
  maxConnections: { form: 'number', min: 1, max: 1_000 },
  /** The proof that a webhook is the provider's; absent: no webhooks. See libs/feedback/src/webhooks. */
  feedbackKey: secret,
  /** The source networks of its webhooks; absent: any. */
  feedbackAddresses: { form: 'networks', max: 1_000 },
} as const;
const apiKey = { ...token, required: true, identifies: true } as const;
/** The servers of a provider's account. Absent: `us`. */
const mailRegion = { form: 'choice', of: ['us', 'eu'] } as const;
const mailApiRules = { pairs: [], either: [] } as const;

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send */
export const sendgridSettings = {
  fields: { apiKey, region: mailRegion, ...mailApiFields },
  ...mailApiRules,
} as const satisfies SettingsTable;

/** https://postmarkapp.com/developer/api/email-api */
export const postmarkSettings = {
  fields: {
    serverToken: { ...token, required: true, identifies: true },
    /** Absent: Postmark's `broadcast`. */
    messageStream: { form: 'label', max: 30 },
    ...mailApiFields,
  },
  ...mailApiRules,
} as const satisfies SettingsTable;

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun */
export const mailgunSettings = {
  fields: { domain: { form: 'domain', required: true }, apiKey, region: mailRegion, ...mailApiFields },
  ...mailApiRules,
} as const satisfies SettingsTable;

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/Welcome.html */
export const sesSettings = {
  fields: {
    /** Part of the host of the API. */
    awsRegion: { form: 'label', max: 30, required: true },
    accessKeyId: { form: 'token', max: 128, required: true, receives: ['secretAccessKey'], identifies: true },
    secretAccessKey: { ...token, required: true },
    configurationSet: { form: 'line', max: 64 },
    ...mailApiFields,
  },
  ...mailApiRules,
} as const satisfies SettingsTable;

/** The endpoint interprets `from`: a number, a name, or anything else. */
export const httpPhoneSettings = {
  fields: { ...endpointFields, from: line },
  ...endpointRules,
} as const satisfies SettingsTable;

const pool = (by: 'domains' | 'countries') =>
  ({
    fields: {
      /** ORDER: the first usable sender sends. WEIGHTS: the senders share the recipients. */
      strategy: { form: 'choice', of: ['ORDER', 'WEIGHTS'], required: true },
      members: { form: 'members', by, required: true },
    },
    pairs: [],
    either: [],
  }) as const satisfies SettingsTable;

/** A pool of other senders of the channel. */
export const emailPoolSettings = pool('domains');
export const phonePoolSettings = pool('countries');
