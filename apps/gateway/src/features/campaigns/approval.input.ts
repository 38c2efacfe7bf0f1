import { type ApprovalStart, MAX_APPROVAL_NOTE } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { OptionalNotNull } from '../../http/input/rule';
import { IsId, IsText } from '../../http/input/texts';
import {
  IsMaxLateness,
  IsOfStarted,
  IsScheduledAt,
  latenessOfScheduled,
  scheduleOfStarted,
  toStart,
} from './campaign.input';

const IsNote = applyDecorators(
  ApiProperty({ description: 'A note for the other member', examples: ['Please check the prices.'] }),
  IsText({ max: MAX_APPROVAL_NOTE, lines: true }),
  OptionalNotNull(),
);

@ObjectSchema({
  allOf: [scheduleOfStarted, latenessOfScheduled],
  examples: [{ note: 'Please check the prices.', isStarted: true }],
})
export class RequestApproval {
  @IsNote readonly note?: string;

  @ApiProperty({ description: 'Whether the approval starts or schedules the campaign' })
  @IsBoolean()
  @OptionalNotNull()
  readonly isStarted?: boolean;

  @IsScheduledAt
  @IsOfStarted
  readonly scheduledAt?: string | null;

  @IsMaxLateness
  @IsOfStarted
  readonly maxLateness?: number;
}

export class DecideOnCampaign {
  @ApiProperty({ description: 'The `approval._id` of the request that you decide on' })
  @IsId()
  readonly approvalId!: string;

  @IsNote readonly note?: string;
}

/** When the approved campaign starts. Null: when a member publishes it. */
export function toApprovalStart(input: RequestApproval): ApprovalStart | null {
  if (input.isStarted !== true) return null;
  const { scheduledAt, maxLateness } = toStart(input);
  return { scheduledAt, maxLateness };
}
