import { type Payload, type SuppressionReason, suppressionReasons } from '@carillon/contracts';
import type { User } from '../access/caller';
import { address, canonical, channel, knownChannel, readChannel } from '../checks/channel';
import { addressIn, identifierFilter } from '../checks/identifier-filter';
import { listOf } from '../checks/list';
import { Optional, Required } from '../checks/rule';
import { flag, id, oneOf } from '../checks/scalars';
import { mintId } from '../idempotency/minting';
import { PageQuery } from '../paging/page-query';

const MAX_DELETED = 1000;

export class SuppressionsQuery extends PageQuery {
  @Optional(channel)
  readonly channel?: string;

  @Optional(oneOf(suppressionReasons))
  readonly reason?: SuppressionReason;

  @Optional(identifierFilter('channel'))
  readonly identifier?: string;
}

export class CreateSuppression {
  @Required(channel)
  readonly channel!: string;

  @Required(address((owner) => readChannel(Reflect.get(owner, 'channel'))))
  readonly identifier!: string;
}

export class DeleteSuppressions {
  @Required(listOf(id, { max: MAX_DELETED }))
  readonly suppressionIds!: string[];

  @Optional(flag, {
    description: 'The people agreed again: delete what they asked for themselves, too',
  })
  readonly confirmConsent?: boolean;
}

type Filters = Pick<Payload<'suppression.list'>, 'channel' | 'reason' | 'address'>;

export function toFilters(query: SuppressionsQuery): Filters {
  const channel = readChannel(query.channel) ?? null;
  return { channel, reason: query.reason ?? null, address: addressIn(query.identifier, channel) };
}

/** The command to suppress the address that was given, under an id of its own, by the canonical address. */
export function toSuppress({ userId }: User, input: CreateSuppression): Payload<'suppression.create'> {
  const known = knownChannel(input.channel);
  return { id: mintId(), userId, channel: known, address: canonical(known, input.identifier) };
}
