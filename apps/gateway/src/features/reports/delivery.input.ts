import type { Payload, DeliveryReason } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { IsIn } from 'class-validator';
import { IsAddressFilter, IsChannel, addressIn } from '../../http/input/channel';
import { OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';
import { type Formulas, IsFormulas } from '../imports';
import { type ShownState, filterOf, shownStates } from './delivery.presenter';

const MAX_REASON = 64;

export class DeliveriesQuery extends PageQuery {
  @IsIn(shownStates)
  @OptionalNotNull()
  readonly state?: ShownState;

  @IsChannel()
  @OptionalNotNull()
  readonly channel?: string;

  @IsText({ max: MAX_REASON })
  @OptionalNotNull()
  readonly reason?: string;

  @IsAddressFilter('channel')
  @OptionalNotNull()
  readonly identifier?: string;
}

export class DeliveriesExportQuery {
  @IsIn(shownStates)
  @OptionalNotNull()
  readonly state?: ShownState;

  @IsChannel()
  @OptionalNotNull()
  readonly channel?: string;

  @IsText({ max: MAX_REASON })
  @OptionalNotNull()
  readonly reason?: string;

  @IsFormulas readonly formulas?: Formulas;
}

type Filters = Pick<Payload<'dispatch.deliveries'>, 'state' | 'feedback' | 'channel' | 'reason' | 'address'>;

export function toFilters(query: Omit<DeliveriesQuery, 'limit' | 'cursor'>): Filters {
  const channel = readChannel(query.channel) ?? null;
  return {
    ...filterOf(query.state ?? null),
    channel,
    // A text that isn't a reason matches no delivery.
    reason: (query.reason ?? null) as DeliveryReason | null,
    address: addressIn(query.identifier, channel),
  };
}
