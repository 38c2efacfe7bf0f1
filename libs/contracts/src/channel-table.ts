import {
  type SettingsTable,
  emailPoolSettings,
  httpEmailSettings,
  httpPhoneSettings,
  mailgunSettings,
  metaSettings,
  phonePoolSettings,
  postmarkSettings,
  sendgridSettings,
  sesSettings,
  smsSettings,
  smtpSettings,
  telnyxSettings,
  vonageSettings,
  whatsappSettings,
} from './channel-settings';

/** The properties of a channel, except the protocol of its provider, which only its worker knows. */
export interface ChannelRow {
  /** The channel's name in queues, messages, and fields of the API. */
  name: string;
  worker: string;
  /** The kind of address. */
  address: 'email' | 'phone';
  /** The maximum number of characters of a message before placeholders are filled in. */
  maxBody: number;
  /**
   * The number of recipients of a batch. A worker sends to them in a short time, and a crash puts all of them in doubt.
   */
  batchSize: number;
  /** The number of recipients of a lease: few if doubtful sends are never repeated. */
  leaseSize: number;
  /**
   * The number of concurrent leases of a worker process, and concurrent sends of one lease if the worker has no setting
   * for them.
   */
  leases: number;
  concurrency: number;
  /** The timeout for a provider that does not respond (milliseconds); less if the lease is shorter than twice this. */
  sendTimeoutMs: number;
  /** The treatment of a message that may have been sent. It is sent again only if a second copy can be recognized. */
  inDoubt: 'resend' | 'unconfirmed';
  /** The rate of a sender without a configured rate; null: unlimited. */
  ratePerSecond: number | null;
  /**
   * The providers of senders, with their settings. The first provider is the provider of the contract's integrations.
   */
  providers: Readonly<Record<string, SettingsTable>>;
}

/** The channels, one row each. Queues, messages, services, and objects with a part for each channel derive from it. */
export const channelTable = {
  // Mail servers may take long for a message; a second copy has the same Message-ID.
  EMAIL: {
    name: 'email',
    worker: 'email-worker',
    address: 'email',
    maxBody: 500_000,
    batchSize: 500,
    leaseSize: 500,
    leases: 16,
    concurrency: 5,
    sendTimeoutMs: 60_000,
    inDoubt: 'resend',
    ratePerSecond: null,
    providers: {
      SMTP: smtpSettings,
      HTTP: httpEmailSettings,
      SES: sesSettings,
      SENDGRID: sendgridSettings,
      MAILGUN: mailgunSettings,
      POSTMARK: postmarkSettings,
      POOL: emailPoolSettings,
    },
  },
  WHATSAPP: {
    name: 'whatsapp',
    worker: 'whatsapp-worker',
    address: 'phone',
    maxBody: 4_096,
    batchSize: 50,
    leaseSize: 10,
    leases: 16,
    concurrency: 10,
    sendTimeoutMs: 20_000,
    inDoubt: 'unconfirmed',
    ratePerSecond: 20,
    providers: {
      TWILIO: whatsappSettings,
      META: metaSettings,
      HTTP: httpPhoneSettings,
      POOL: phonePoolSettings,
    },
  },
  SMS: {
    name: 'sms',
    worker: 'sms-worker',
    address: 'phone',
    maxBody: 4_096,
    batchSize: 50,
    leaseSize: 10,
    leases: 16,
    concurrency: 10,
    sendTimeoutMs: 20_000,
    inDoubt: 'unconfirmed',
    ratePerSecond: 10,
    providers: {
      TWILIO: smsSettings,
      VONAGE: vonageSettings,
      TELNYX: telnyxSettings,
      HTTP: httpPhoneSettings,
      POOL: phonePoolSettings,
    },
  },
} as const satisfies Record<string, ChannelRow>;
