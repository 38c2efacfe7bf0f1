import { type Payload, channels } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsChannel } from '../../http/input/channel';
import { ObjectSchema } from '../../http/input/input-schema';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';

type Selection = Payload<'campaign.retry'>['selection'];
type RetriedState = Selection['states'][number];

const retriedStates = ['FAILED', 'UNCONFIRMED'] as const satisfies readonly RetriedState[];
const MAX_REASONS = 50;
const MAX_REASON = 64;

@ObjectSchema({ description: 'Recipients to retry', examples: [{ channels: ['email'] }] })
export class RetryCampaign {
  @ApiProperty({ description: 'Absent: all' })
  @IsListOf(IsChannel, channels.length)
  @OptionalNotNull()
  readonly channels?: string[];

  @ApiProperty({
    description: 'Only failures with one of these reasons; absent: all temporary failures',
    examples: [['MAILBOX_FULL']],
  })
  @IsListOf((each) => IsText({ max: MAX_REASON }, each), MAX_REASONS)
  @OptionalNotNull()
  readonly reasons?: string[];

  @ApiProperty({ description: 'Absent: FAILED' })
  @IsListOf((each) => IsIn(retriedStates, each), retriedStates.length)
  @OptionalNotNull()
  readonly states?: RetriedState[];
}

/** The recipients of a retry, without duplicates. */
export function toSelection({ channels: named, reasons, states = ['FAILED'] }: RetryCampaign): Selection {
  return {
    states: [...new Set(states)],
    channels: named ? channels.filter((each) => named.some((name) => readChannel(name) === each)) : null,
    reasons: reasons ? [...new Set(reasons)] : null,
  };
}
