import { apiKeyPrefix, hashApiKey, mintApiKey } from '@carillon/vault';
import { type By, type KeyRate, type Payload, type Scope, scopes as allScopes } from '@carillon/contracts';
import { issue, readTime } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, type ValidationOptions } from 'class-validator';
import { currentAttempt, mintId } from '../../http/idempotency/minting';
import { Holds, IsIntWithin, IsListOf, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { IsInstant } from '../../http/input/time';
import { readBlock } from '../../security/client-networks';

/** The maximum number of items. Repeated items are harmless, but limited. */
const MAX_SCOPES = 10;
const MAX_NETWORKS = 20;
/** The default lifetime: thirty days. */
const MAX_OVERLAP_S = 30 * 86_400;
const DEFAULT_OVERLAP_S = 86_400;
/** The maximum length of an IPv6 address with a prefix length. */
const MAX_NETWORK = 49;

const networkRule = stringRule(
  { maxLength: MAX_NETWORK, examples: ['203.0.113.0/24'], description: 'An IP address or a CIDR block' },
  (text) =>
    readBlock(text) === null
      ? issue('invalid_network', 'Must be an IP address or CIDR block, such as 203.0.113.0/24')
      : [],
);

const IsNetwork = (options?: ValidationOptions): PropertyDecorator =>
  Holds('isNetwork', networkRule, options);

/** The name of a new key, and the networks and the time for which it is accepted. */
export class NewKey {
  @ApiProperty({ examples: ['Web shop'] })
  @IsText({ max: 100 })
  readonly name!: string;

  @ApiProperty({ description: 'The expiration time of the key; absent: never' })
  @IsInstant()
  @OptionalNotNull()
  readonly expiresAt?: string;

  @ApiProperty({ description: 'The networks from which the key is accepted; absent: all' })
  @IsListOf((each) => IsNetwork(each), MAX_NETWORKS)
  @OptionalNotNull()
  readonly networks?: string[];
}

export class CreateApiKey extends NewKey {
  @ApiProperty({
    description: 'The scopes of the key; absent: all',
    examples: [['read', 'write']],
  })
  @IsListOf((each) => IsIn(allScopes, each), MAX_SCOPES)
  @OptionalNotNull()
  readonly scopes?: Scope[];
}

export class RotateApiKey {
  @ApiProperty({
    description: 'For how many seconds the previous key stays valid; absent: a day',
    examples: [DEFAULT_OVERLAP_S],
  })
  @IsIntWithin({ min: 0, max: MAX_OVERLAP_S })
  @OptionalNotNull()
  readonly overlap?: number;

  @ApiProperty({
    description: 'The expiration time of the new key; absent: the lifetime of the previous key',
  })
  @IsInstant()
  @OptionalNotNull()
  readonly expiresAt?: string;
}

/** The requested scopes without duplicates. All scopes if none were given. */
export function requestedScopes({ scopes = [] }: CreateApiKey): Scope[] {
  return scopes.length === 0 ? [...allScopes] : allScopes.filter((scope) => scopes.includes(scope));
}

/** A new secret, and its hash for commands. */
export function mintSecret(role: 'user' | 'operator') {
  const key = mintApiKey(role);
  const minted = {
    id: mintId(),
    prefix: apiKeyPrefix(key),
    keyHash: hashApiKey(key),
    attempt: currentAttempt(),
  };
  return { key, minted };
}

/** The expiration time of a key, in the form of commands. */
export function expiryOf({ expiresAt }: { expiresAt?: string | undefined }): { expiresAt?: string } {
  const read = expiresAt === undefined ? undefined : readTime(expiresAt);
  return read === undefined ? {} : { expiresAt: read };
}

interface Limitations {
  expiresAt?: string;
  networks?: string[];
}

/** The networks and the expiration time of a new key, in the form of commands. */
export function limitationsOf({ networks, ...input }: NewKey): Limitations {
  return { ...expiryOf(input), ...(networks && { networks }) };
}

/** A new key and the command to store it, which does not contain the key. */
export function mintKey(
  by: By,
  userId: string,
  input: CreateApiKey,
  { rate = 'PLAN', limitations = limitationsOf(input) }: { rate?: KeyRate; limitations?: Limitations } = {},
): { key: string; command: Payload<'api-key.create'> } {
  const { key, minted } = mintSecret('user');
  const { name } = input;
  const rights = { scopes: requestedScopes(input), ...limitations };
  return { key, command: { by, userId, name, rate, ...minted, ...rights } };
}

/** A new key and the command to store it as the successor of another key. */
export function mintSuccessor(
  by: By,
  { userId, of, expiresAt }: { userId: string; of: string; expiresAt?: string | undefined },
  overlap = DEFAULT_OVERLAP_S,
): { key: string; command: Payload<'api-key.rotate'> } {
  const { key, minted } = mintSecret('user');
  const end = expiresAt !== undefined && { expiresAt };
  return { key, command: { by, userId, of, overlapMs: overlap * 1_000, ...minted, ...end } };
}
