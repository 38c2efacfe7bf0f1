import { type SettingsTable, emailSettings, smsSettings, whatsappSettings } from './channel-settings';

/** All that the system knows of a channel beside how its provider is spoken to, which its worker knows. */
export interface ChannelRow {
  /** The channel in the names of queues and messages, and in those of the contract's fields. */
  word: string;
  worker: string;
  /** What a person is reached by. */
  address: 'email' | 'phone';
  /** Characters of a message before anything is filled in. */
  maxBody: number;
  /** Recipients of a batch, which is what a worker sends in a moment and what a crash puts in doubt at once. */
  batchSize: number;
  /** Recipients of a lease: few where what is in doubt is never sent again. */
  leaseSize: number;
  /** Leases that a worker process has at the same time, and sends of one lease at the same time, unless configured. */
  leases: number;
  concurrency: number;
  /** When a provider that does not answer is given up (milliseconds); less if the lease is shorter than twice this. */
  sendTimeoutMs: number;
  /** What becomes of a message that may have gone out. Only where a second copy can be told from the first it is sent again. */
  inDoubt: 'resend' | 'unconfirmed';
  /** Of an integration that says nothing about it; null: as fast as it goes. */
  ratePerSecond: number | null;
  /** What an integration consists of. */
  settings: SettingsTable;
}

/**
 * The channels, one row each. Queues, messages, services and the shapes that have a part for each channel follow from it.
 */
export const channelTable = {
  // Mail servers may take their time over a message; a second copy has the same Message-ID.
  EMAIL: {
    word: 'email',
    worker: 'email-worker',
    address: 'email',
    maxBody: 500_000,
    batchSize: 200,
    leaseSize: 200,
    leases: 16,
    concurrency: 5,
    sendTimeoutMs: 60_000,
    inDoubt: 'resend',
    ratePerSecond: null,
    settings: emailSettings,
  },
  WHATSAPP: {
    word: 'whatsapp',
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
    settings: whatsappSettings,
  },
  SMS: {
    word: 'sms',
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
    settings: smsSettings,
  },
} as const satisfies Record<string, ChannelRow>;
