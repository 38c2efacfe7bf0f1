import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsSession, type User, actorOf } from '../../security/caller';
import { DecideOnCampaign, RequestApproval, toApprovalStart } from './approval.input';
import { CampaignDetailView, presentCampaignDetail } from './campaign.presenter';
import { publishingErrors } from './campaigns.controller';

const decisionErrors = ['approval_not_pending', 'campaign_changed', 'own_approval_request'] as const;

function commandOf(user: User, id: string, note: string | undefined) {
  return { userId: user.userId, id, requestId: mintId(), actor: actorOf(user), note: note ?? null };
}

/** Requests for approvals of campaigns, and the decisions about them. A decision needs a person, not a key. */
@Controller('api/v1/campaigns/:id')
export class ApprovalsController {
  constructor(private readonly messenger: Messenger) {}

  @Post('request-approval')
  @Operation({
    summary: 'Ask for an approval',
    description:
      'Asks another member to approve a draft as it is now. Replaces an earlier request. An edit of the draft withdraws the request. With `isStarted: true`, which also requires the scope `send`, the approval starts the campaign, or schedules it for `scheduledAt`.',
    answer: CampaignDetailView,
    errors: publishingErrors,
  })
  @HttpCode(200)
  async requestApproval(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() input: RequestApproval,
  ) {
    const start = toApprovalStart(input);
    if (start) needScope(user, 'send');
    const command = { ...commandOf(user, id, input.note), start };
    const campaign = await this.messenger.request('campaign.request-approval', command);
    return { data: { requestApproval: presentCampaignDetail(campaign) } };
  }

  @Post('withdraw-approval')
  @Operation({
    summary: 'Withdraw a request for an approval, or an approval',
    answer: CampaignDetailView,
    errors: ['campaign_not_draft', 'approval_not_pending'],
  })
  @HttpCode(200)
  async withdrawApproval(@Caller() user: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request(
      'campaign.withdraw-approval',
      commandOf(user, id, undefined),
    );
    return { data: { withdrawApproval: presentCampaignDetail(campaign) } };
  }

  @Post('approve')
  @NeedsSession()
  @Operation({
    summary: 'Approve a campaign',
    description:
      'Requires the session of an owner or an approver. The requester cannot decide. Starts or schedules the campaign if the request says so. If that time has passed, or the requester can no longer send, the campaign stays a draft, and `approval.notStarted` has the reason.',
    answer: CampaignDetailView,
    errors: ['insufficient_scope', 'account_suspended', ...decisionErrors, ...publishingErrors],
  })
  @HttpCode(200)
  async approveCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() { approvalId, note }: DecideOnCampaign,
  ) {
    const campaign = await this.messenger.request('campaign.approve', {
      ...commandOf(user, id, note),
      approvalId,
    });
    return { data: { approveCampaign: presentCampaignDetail(campaign) } };
  }

  @Post('reject')
  @NeedsSession()
  @Operation({
    summary: 'Reject a campaign',
    description: 'Requires the session of an owner or an approver. The requester cannot decide.',
    answer: CampaignDetailView,
    errors: ['insufficient_scope', ...decisionErrors],
  })
  @HttpCode(200)
  async rejectCampaign(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Body() { approvalId, note }: DecideOnCampaign,
  ) {
    const campaign = await this.messenger.request('campaign.reject', {
      ...commandOf(user, id, note),
      approvalId,
    });
    return { data: { rejectCampaign: presentCampaignDetail(campaign) } };
  }
}
