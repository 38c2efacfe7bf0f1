import { type Payload, channels } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsChannel } from '../input/channel';
import { ObjectSchema } from '../input/input-schema';
import { IsListOf, OptionalNotNull } from '../input/rule';
import { IsText } from '../input/texts';

type Selection = Payload<'campaign.retry'>['selection'];
type RetriedState = Selection['states'][number];

const retriedStates = ['FAILED', 'UNCONFIRMED'] as const satisfies readonly RetriedState[];
const MAX_REASONS = 50;
const MAX_REASON = 64;

@ObjectSchema({ description: 'Whom to send to once more', examples: [{ channels: ['email'] }] })
export class RetryCampaign {
  @ApiProperty({ description: 'All, if nothing is said' })
  @IsListOf(IsChannel, channels.length)
  @OptionalNotNull()
  readonly channels?: string[];

  @ApiProperty({
    description: 'Whose failure had one of these reasons; if nothing is said, those that were temporary',
    examples: [['MAILBOX_FULL']],
  })
  @IsListOf((each) => IsText({ max: MAX_REASON }, each), MAX_REASONS)
  @OptionalNotNull()
  readonly reasons?: string[];

  @ApiProperty({ description: 'FAILED, if nothing is said' })
  @IsListOf((each) => IsIn(retriedStates, each), retriedStates.length)
  @OptionalNotNull()
  readonly states?: RetriedState[];
}

/** Whom to send to once more, each thing named once. */
export function toSelection({ channels: named, reasons, states = ['FAILED'] }: RetryCampaign): Selection {
  return {
    states: [...new Set(states)],
    channels: named ? channels.filter((each) => named.some((name) => readChannel(name) === each)) : null,
    reasons: reasons ? [...new Set(reasons)] : null,
  };
}
