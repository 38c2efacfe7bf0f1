import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { Operation } from '../../openapi/operation';
import { Count, Id, Text, View } from '../../openapi/view';
import { Caller, type User, requestedBy } from '../../security/caller';
import { OrganizeCampaigns } from './organize.input';

/** The number of tags that are suggested. */
const MOST_TAGS = 500;

const OrganizedView = View('OrganizedCampaigns', {
  campaignIds: Type.Array(Id(), { description: 'Those among the campaigns that exist' }),
});

/** An object and not a list, because it has no pages. */
const TagsView = View('CampaignTags', {
  tags: Type.Array(
    Type.Object({ name: Text('Spring'), campaigns: Count(12, { description: 'Campaigns with the tag' }) }),
    { description: 'The most frequent tags first' },
  ),
});

/** The tags and the archive of campaigns. */
@Controller('api/v1/campaigns')
export class OrganizeController {
  constructor(private readonly messenger: Messenger) {}

  @Get('tags')
  @Operation({
    summary: 'List the tags of campaigns',
    description: 'Returns up to 500 tags, including those of campaigns in the archive.',
    answer: TagsView,
  })
  async campaignTags(@Caller() { userId }: User) {
    const { items } = await this.messenger.request('campaign.tags', { userId, limit: MOST_TAGS });
    return { data: { campaignTags: { tags: items } } };
  }

  @Post('organize')
  @HttpCode(200)
  @Operation({
    summary: 'Tag and archive campaigns',
    description:
      'Adds and removes tags, and moves campaigns to the archive or back. Scheduled and running campaigns can be tagged, but not archived. Either all campaigns change, or none. Unknown campaigns are ignored.',
    answer: OrganizedView,
    errors: ['campaign_wrong_status'],
  })
  async organizeCampaigns(@Caller() user: User, @Body() input: OrganizeCampaigns) {
    const { campaignIds, addTags = [], removeTags = [], archived } = input;
    const { ids } = await this.messenger.request('campaign.organize', {
      ...{ userId: user.userId, by: requestedBy(user), ids: campaignIds, addTags, removeTags },
      ...(archived !== undefined && { isArchived: archived }),
    });
    return { data: { organizeCampaigns: { campaignIds: ids } } };
  }
}
