import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { Operation } from '../../openapi/operation';
import { TrackingView } from './tracking.presenter';
import { UpdateTracking } from './tracking.input';

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
    description: 'Applies to campaigns that start afterward. Other campaigns keep their mode.',
    answer: TrackingView,
  })
  async updateTracking(@Caller() user: User, @Body() { mode }: UpdateTracking) {
    const changed = { by: requestedBy(user), id: user.userId, tracking: mode };
    const { tracking = 'OFF' } = await this.messenger.request('user.update', changed);
    return { data: { updateTracking: { mode: tracking } } };
  }
}
