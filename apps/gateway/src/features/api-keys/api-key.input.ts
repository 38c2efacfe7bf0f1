import {
  type By,
  type KeyRate,
  type Payload,
  type Scope,
  apiKeyPrefix,
  hashApiKey,
  mintApiKey,
} from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { currentAttempt, mintId } from '../../http/idempotency/minting';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { allScopes } from './api-key.presenter';

/** Repeats are harmless, but limited. */
const MAX_SCOPES = 10;

export class CreateApiKey {
  @ApiProperty({ examples: ['Web shop'] })
  @IsText({ max: 100 })
  readonly name!: string;

  @ApiProperty({
    description: 'The scopes of the key; absent: all',
    examples: [['read', 'write']],
  })
  @IsListOf((each) => IsIn(allScopes, each), MAX_SCOPES)
  @OptionalNotNull()
  readonly scopes?: Scope[];
}

/** The requested scopes, each once; all scopes if none were named. */
export function scopesOf({ scopes = [] }: CreateApiKey): Scope[] {
  return scopes.length === 0 ? [...allScopes] : allScopes.filter((scope) => scopes.includes(scope));
}

/** A new key and the command to store it, which does not contain the key. */
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
