import { type TrackingMode, trackingModes } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Caller, NeedsScope, type User, askedBy } from '../../security/caller';
import { ObjectSchema } from '../../http/input/input-schema';
import { Operation } from '../../openapi/operation';
import { OneOf, View } from '../../openapi/view';

const about =
  'OFF: no tracking. AGGREGATE: totals without recipients. FULL: also the first open and click of each recipient';

@ObjectSchema({})
class UpdateTracking {
  @ApiProperty({ description: about })
  @IsIn(trackingModes)
  readonly mode!: TrackingMode;
}

const TrackingView = View('Tracking', { mode: OneOf(trackingModes, { description: about }) });

/** Whether opens and clicks in an account's emails are counted. */
@Controller('api/v1/account/tracking')
export class TrackingController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({ summary: 'Read the tracking mode', answer: TrackingView })
  async tracking(@Caller() { userId }: User) {
    const { tracking = 'OFF' } = await this.messenger.request('user.get', { id: userId });
    return { data: { tracking: { mode: tracking } } };
  }

  @Patch()
  @NeedsScope('admin')
  @Operation({
    summary: 'Change the tracking mode',
    description: 'Applies to campaigns that start afterwards. Other campaigns keep their mode.',
    answer: TrackingView,
  })
  async updateTracking(@Caller() user: User, @Body() { mode }: UpdateTracking) {
    const changed = { by: askedBy(user), id: user.userId, tracking: mode };
    const { tracking = 'OFF' } = await this.messenger.request('user.update', changed);
    return { data: { updateTracking: { mode: tracking } } };
  }
}
