import {
  type PublishedContent,
  type LeasedRecipient,
  type IntegrationCheck,
  type SettingsTable,
  settingFaults,
} from '@carillon/contracts';

/** A user's credentials for a channel, opened: `secrets` are plain text and must never be logged or sent on. */
export interface OpenedIntegration {
  readonly id: string;
  readonly userId: string;
  /** Changes with whatever is in `settings` and `secrets`. */
  readonly version: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The provider as a whole cannot be used: nobody failed, the integration has to wait. */
export interface ProviderDown {
  kind: 'providerDown';
  reason: string;
  code: string | null;
  /** For the owner of the integration, without secrets. */
  detail: string | null;
}

/** The provider throttles: with this recipient, or with all that comes from here. */
export interface Throttled {
  kind: 'throttled';
  scope: 'recipient' | 'provider';
  reason: string;
  /** Null: the provider did not say how long. */
  retryAfterMs: number | null;
  code: string | null;
}

/** The address does not exist, or its owner wants no more of what comes from `sender`. */
export type Suppression = 'BOUNCED' | 'STOPPED';

/**
 * What a provider said about one recipient; it is returned, never thrown. Reasons are UPPER_SNAKE, codes the provider's own.
 * `failed` that is not `permanent` may be tried again; `throttled` throttles and counts as no attempt;
 * `unknown`: whether the provider took the message cannot be known. `suspect`: this need not be about this recipient, as
 * when there was no answer for as long as one can wait. `suppress`: nobody should write to this address again.
 */
export type ProviderResult =
  | { kind: 'sent'; providerId?: string; segments?: number }
  | {
      kind: 'failed';
      reason: string;
      permanent: boolean;
      code: string | null;
      suppress?: Suppression;
      sender?: string;
      suspect?: true;
    }
  | Throttled
  | { kind: 'unknown'; reason: string; code: string | null; suspect?: true }
  | ProviderDown;

/** These credentials cannot be used as they are, whoever the recipient: becomes `providerDown`. */
export class UnusableIntegration extends Error {
  override readonly name = 'UnusableIntegration';

  constructor(
    readonly reason: string,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}

/** Makes sure that an integration has all that its channel's table asks for. @throws UnusableIntegration */
export function assertUsable(table: SettingsTable, { settings, secrets }: OpenedIntegration): void {
  const [fault] = settingFaults(table, settings, secrets);
  if (!fault) return;
  const flaw = `${fault.field}: ${fault.detail}`;
  throw new UnusableIntegration('SETTINGS_INVALID', `The settings are not complete: ${flaw}`);
}

/** What a provider said to a try of its credentials. */
export type Verdict = Omit<IntegrationCheck, 'checkedAt'>;

/** What holds for one send. */
export interface SendTerms {
  /** The same for every try; what a provider is to call back with. */
  deliveryId: string;
  /** The provider answers within so long, whatever happens. */
  timeoutMs: number;
  /** What was not delivered after so long need not be delivered any more. */
  validForMs: number;
}

/**
 * What makes a channel: how its messages look and how one of them leaves. `M` is what is compiled once for a campaign.
 * The rest of a worker is the same for all channels.
 */
export abstract class Provider<M = unknown> {
  /** Prepares what all recipients of a campaign share. @throws UnusableIntegration */
  abstract compile(content: PublishedContent, integration: OpenedIntegration): M;

  /**
   * A lease begins that will send so many messages at once. What is answered is called when its last send is over, and the
   * lease ends when it has resolved. For providers that count connections; others have nothing to do.
   */
  begin(_message: M, _sends: number): () => Promise<void> {
    return () => Promise.resolve();
  }

  /** Sends to one recipient. */
  abstract send(
    recipient: LeasedRecipient,
    message: M,
    integration: OpenedIntegration,
    terms: SendTerms,
  ): Promise<ProviderResult>;

  /**
   * Asks the provider whether it would send with these credentials, and sends one message if there is an address.
   * @throws UnusableIntegration
   */
  abstract tryOut(integration: OpenedIntegration, address: string | null): Promise<Verdict>;

  /** Breaks off what is still being sent, each with the answer that is true then, and lets go of all connections. */
  abstract close(): Promise<void>;
}
