import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { Operation } from '../../openapi/operation';
import { TrackingView, presentTracking } from './tracking.presenter';
import { UpdateTracking } from './tracking.input';

/** Whether opens and clicks in an account's emails are counted, and the conversions after clicks. */
@Controller('api/v1/account/tracking')
export class TrackingController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({ summary: 'Read the tracking settings', answer: TrackingView })
  async tracking(@Caller() { userId }: User) {
    const user = await this.messenger.request('user.get', { id: userId });
    return { data: { tracking: presentTracking(user) } };
  }

  @Patch()
  @NeedsScope('admin')
  @Operation({
    summary: 'Change the tracking settings',
    description:
      'Changes the given fields. They apply to campaigns that start afterward. Other campaigns keep their settings.',
    answer: TrackingView,
  })
  async updateTracking(@Caller() user: User, @Body() { mode, conversions }: UpdateTracking) {
    const changed = await this.messenger.request('user.update', {
      ...{ by: requestedBy(user), id: user.userId },
      ...(mode !== undefined && { tracking: mode }),
      ...(conversions !== undefined && { conversions }),
    });
    return { data: { updateTracking: presentTracking(changed) } };
  }
}
