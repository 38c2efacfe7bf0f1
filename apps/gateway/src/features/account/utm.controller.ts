import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { UpdateUtm } from './utm.input';
import { UtmView, presentUtm } from './utm.presenter';

/** The UTM parameters that are added to the links in an account's emails. */
@Controller('api/v1/account/utm')
export class UtmController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({ summary: 'Read the UTM parameters', answer: UtmView })
  async utm(@Caller() { userId }: User) {
    const { utm } = await this.messenger.request('user.get', { id: userId });
    return { data: { utm: presentUtm(utm) } };
  }

  @Patch()
  @NeedsScope('admin')
  @Operation({
    summary: 'Change the UTM parameters',
    description:
      'Changes the given fields. The parameters apply to campaigns that you publish or schedule afterward, unless a campaign has its own.',
    answer: UtmView,
  })
  async updateUtm(@Caller() user: User, @Body() { isOn, source, medium, campaign }: UpdateUtm) {
    const changed = {
      ...(isOn !== undefined && { isOn }),
      ...(source !== undefined && { source }),
      ...(medium !== undefined && { medium }),
      ...(campaign !== undefined && { campaign }),
    };
    const { utm } = await this.messenger.request('user.update', {
      ...{ by: requestedBy(user), id: user.userId, utm: changed },
    });
    return { data: { updateUtm: presentUtm(utm) } };
  }
}
