import {
  type DeliveryReason,
  type PublishedContent,
  type LeasedRecipient,
  type SenderCheck,
  type SenderProvider,
  type SettingsTable,
  type SigningKey,
  settingFaults,
} from '@carillon/contracts';
import type { Files } from './attached-files';

/** A user's decrypted credentials for a channel. `secrets` are plain text and must never be logged or forwarded. */
export interface OpenedSender {
  readonly id: string;
  readonly userId: string;
  readonly provider: SenderProvider;
  /** Changes with every change of `settings` or `secrets`. */
  readonly version: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Campaigns wait. Tests are sent. */
  readonly isPaused?: true;
  /** The operator has paused the provider account. */
  readonly isAccountPaused?: true;
  /** The keys that sign its emails, with private keys in plain text. Absent: none. */
  readonly signingKeys?: readonly OpenedSigningKey[];
}

/** A DKIM key. `privateKey`: PKCS #8 in base64. */
type OpenedSigningKey = Omit<SigningKey, 'keyId' | 'sealed'> & { readonly privateKey: string };

/** The provider can't be used at all: no recipient failed, and the sender must wait. */
export interface ProviderDown {
  kind: 'providerDown';
  reason: DeliveryReason;
  code: string | null;
  /** For the owner of the sender, without secrets. */
  detail: string | null;
}

/** The provider throttles messages to this recipient, or all messages from this sender. */
export interface Throttled {
  kind: 'throttled';
  scope: 'recipient' | 'provider';
  reason: DeliveryReason;
  /** Null: the provider didn't specify a time. */
  retryAfterMs: number | null;
  code: string | null;
  /** The provider of the recipient's mailbox throttles, and not the provider of the sender. */
  byDestination?: true;
}

/**
 * The address doesn't exist, or its owner has opted out of messages from `sender`. `DOUBTFUL`: it may not exist; the
 * third such response counts as certain.
 */
export type Suppression = 'BOUNCED' | 'DOUBTFUL' | 'STOPPED';

/**
 * The provider's result for one recipient. It is returned, never thrown. Codes are the provider's own. `failed` without
 * `permanent` can be retried; `throttled` doesn't count as an attempt; `unknown`: it is unknown whether the provider
 * accepted the message. `suspect`: the cause may be the provider rather than the recipient, as with a timeout.
 * `suppress`: the address must be suppressed.
 */
export type ProviderResult =
  | { kind: 'sent'; providerId?: string; segments?: number }
  | {
      kind: 'failed';
      reason: DeliveryReason;
      permanent: boolean;
      code: string | null;
      suppress?: Suppression;
      sender?: string;
      suspect?: true;
    }
  | Throttled
  | { kind: 'unknown'; reason: DeliveryReason; code: string | null; suspect?: true }
  | ProviderDown;

/** These credentials cannot be used for any recipient: becomes `providerDown`. */
export class UnusableSender extends Error {
  override readonly name = 'UnusableSender';

  constructor(
    readonly reason: DeliveryReason,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}

/** The result of a lease whose credentials cannot be used. */
export function asDown({ reason, detail }: UnusableSender): ProviderDown {
  return { kind: 'providerDown', reason, code: null, detail };
}

/** Checks that a sender has all settings of its provider's table. @throws UnusableSender */
export function assertUsable(table: SettingsTable, { settings, secrets }: OpenedSender): void {
  const [fault] = settingFaults(table, settings, secrets);
  if (!fault) return;
  const flaw = `${fault.field}: ${fault.detail}`;
  throw new UnusableSender('SETTINGS_INVALID', `The settings are incomplete: ${flaw}`);
}

/** The result of a test of credentials. */
export type CheckResult = Omit<SenderCheck, 'checkedAt'>;

/** The ID and the limits of one send. */
export interface SendTerms {
  /** Every attempt has the same ID; the provider returns it in callbacks. */
  deliveryId: string;
  /** `send` must resolve within this time. */
  timeoutMs: number;
  /** After this time, the message no longer needs to be delivered. */
  validForMs: number;
  /**
   * Called before the provider gets the last part of the message. False: another worker may have the recipient, and the
   * result is `notStarted`. Absent: always true.
   */
  mayDeliver?: () => boolean;
  /**
   * When the lease of the recipient began (monotonic clock, milliseconds). Of the messages of a campaign that wait for
   * the provider, those of the oldest lease are sent first. Absent: the message isn't part of a lease.
   */
  leasedAt?: number;
}

/**
 * The result of a send that did not begin because its lease was lost. It counts only if the lease turns out to be
 * valid.
 */
export const notStarted: Throttled = {
  kind: 'throttled',
  scope: 'recipient',
  reason: 'LEASE_LOST',
  retryAfterMs: null,
  code: null,
};

/**
 * The minimum share of the time of a send that is left for the provider. A message that waits longer, for example for a
 * connection, is not attempted.
 */
export const PROVIDER_SHARE = 1 / 4;

/** The result of a send that was not attempted because it waited too long for the provider. */
export const noFreeConnection: Throttled = {
  kind: 'throttled',
  scope: 'recipient',
  reason: 'NO_FREE_CONNECTION',
  retryAfterMs: 5_000,
  code: null,
};

/**
 * The part of a worker that differs by channel and provider: how messages are rendered and sent. `M` is the message of
 * a campaign, compiled once.
 */
export abstract class Provider<M = unknown> {
  /** Whether `compile` needs the bytes of attached files. */
  readonly attachesFiles: boolean = false;

  /** Prepares the data that all recipients of a campaign share. @throws UnusableSender */
  abstract compile(content: PublishedContent, sender: OpenedSender, files?: Files): M;

  /**
   * Announces a lease with this many concurrent sends. The returned function is called after its last send, and the
   * lease ends when it resolves. Only providers with a connection limit need this.
   */
  begin(_message: M, _sends: number): () => Promise<void> {
    return () => Promise.resolve();
  }

  /**
   * How many concurrent sends of one lease are useful at present, at least one. More would only wait for each other.
   * @param connections how many connections with the provider the lease can have
   */
  usefulSends(_message: M, connections: number): number {
    return connections;
  }

  /** Sends to one recipient. */
  abstract send(
    recipient: LeasedRecipient,
    message: M,
    sender: OpenedSender,
    terms: SendTerms,
  ): Promise<ProviderResult>;

  /**
   * Asks the provider whether it accepts these credentials, and sends one message if there is an address.
   * @throws UnusableSender
   */
  abstract tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult>;

  /** Aborts the sends in flight, each with its correct result at that moment, and closes all connections. */
  abstract close(): Promise<void>;
}
