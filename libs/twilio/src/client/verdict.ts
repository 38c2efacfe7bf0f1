/** What became of a message, in the words of libs/channel's ProviderResult. `detail` is for the owner of the account. */
export type Verdict =
  | {
      kind: 'failed';
      reason: string;
      permanent: boolean;
      code: string | null;
      suppress?: 'STOPPED';
      /** Who it wants nothing more from. */
      sender?: string;
      detail: string | null;
    }
  | {
      kind: 'throttled';
      scope: 'recipient' | 'provider';
      reason: string;
      retryAfterMs: number | null;
      code: string | null;
      detail: string | null;
    }
  | { kind: 'unknown'; reason: string; code: string | null; suspect?: true; detail: string | null }
  | { kind: 'providerDown'; reason: string; code: string | null; detail: string | null };
