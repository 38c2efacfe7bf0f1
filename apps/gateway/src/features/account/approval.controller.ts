import type { ApprovalSetting } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsBoolean } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { Operation } from '../../openapi/operation';
import { Count, View, presenter } from '../../openapi/view';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';

@ObjectSchema({ examples: [{ required: true }] })
export class UpdateApproval {
  @ApiProperty({ description: 'Whether another member must approve each campaign' })
  @IsBoolean()
  readonly required!: boolean;
}

const ApprovalSettingView = View('ApprovalSetting', {
  required: Type.Boolean({ description: 'Whether another member must approve each campaign' }),
  members: Count(3, { description: 'The members of the account' }),
  approvers: Count(2, { description: 'The members who can approve campaigns' }),
});
const present = presenter(ApprovalSettingView, (setting: ApprovalSetting) => setting);

/** Whether the campaigns of an account need an approval. */
@Controller('api/v1/account/approval')
export class ApprovalSettingController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({ summary: 'Read whether campaigns need an approval', answer: ApprovalSettingView })
  async approval(@Caller() { userId }: User) {
    const setting = await this.messenger.request('account.approval', { userId });
    return { data: { approval: present(setting) } };
  }

  @Patch()
  @NeedsScope('admin')
  @Operation({
    summary: 'Require approvals of campaigns, or no longer',
    description:
      'Applies to campaigns that you publish or schedule afterward. Scheduled campaigns start as planned.',
    answer: ApprovalSettingView,
    errors: ['too_few_members'],
  })
  async updateApproval(@Caller() user: User, @Body() { required }: UpdateApproval) {
    const command = { by: requestedBy(user), userId: user.userId, required };
    const setting = await this.messenger.request('account.change-approval', command);
    return { data: { updateApproval: present(setting) } };
  }
}
