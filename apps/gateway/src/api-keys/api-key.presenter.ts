import type { ApiKey, Scope } from '@carillon/contracts';

/** A key as it may be shown for ever. */
export interface ApiKeyView {
  _id: string;
  user: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  createdAt: string;
  lastUsedAt: string | null;
}

/** A key as it is shown once. */
export interface NewApiKeyView extends ApiKeyView {
  key: string;
}

export function presentApiKey({
  id,
  userId,
  name,
  prefix,
  scopes,
  createdAt,
  lastUsedAt,
}: ApiKey): ApiKeyView {
  return { _id: id, user: userId, name, prefix, scopes, createdAt, lastUsedAt };
}

export function presentNewApiKey(apiKey: ApiKey, key: string): NewApiKeyView {
  return { ...presentApiKey(apiKey), key };
}
