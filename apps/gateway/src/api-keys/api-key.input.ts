import {
  type By,
  type KeyRate,
  type Payload,
  type Scope,
  apiKeyPrefix,
  hashApiKey,
  mintApiKey,
} from '@carillon/contracts';
import { listOf } from '../checks/list';
import { Optional, Required } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { text } from '../checks/text';
import { allScopes } from './api-key.presenter';
import { currentAttempt, mintId } from '../idempotency/minting';

/** Repeats are harmless, but not without end. */
const MAX_SCOPES = 10;

export class CreateApiKey {
  @Required(text({ max: 100 }), { examples: ['Web shop'] })
  readonly name!: string;

  @Optional(listOf(oneOf(allScopes), { max: MAX_SCOPES }), {
    description: 'What the key may do; all of it if nothing is said',
    examples: [['read', 'write']],
  })
  readonly scopes?: Scope[];
}

/** The scopes that were asked for, each once; all of them if none were named. */
export function scopesOf({ scopes = [] }: CreateApiKey): Scope[] {
  return scopes.length === 0 ? [...allScopes] : allScopes.filter((scope) => scopes.includes(scope));
}

/** A new key and the command to store it, in which the key itself is not. */
export function mintKey(
  by: By,
  userId: string,
  input: CreateApiKey,
  rate: KeyRate = 'PLAN',
): { key: string; command: Payload<'api-key.create'> } {
  const key = mintApiKey('user');
  return {
    key,
    command: {
      by,
      id: mintId(),
      userId,
      name: input.name,
      prefix: apiKeyPrefix(key),
      keyHash: hashApiKey(key),
      attempt: currentAttempt(),
      scopes: scopesOf(input),
      rate,
    },
  };
}
