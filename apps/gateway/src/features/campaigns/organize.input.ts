import { MAX_TAGS, MAX_TAG_LENGTH } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsId, IsText } from '../../http/input/texts';

const MAX_ORGANIZED = 1000;

/** A tag is compared regardless of letter case and surrounding white space. */
const IsTags = (): PropertyDecorator =>
  IsListOf((each) => IsText({ max: MAX_TAG_LENGTH }, each), MAX_TAGS, { min: 0 });

@ObjectSchema({
  examples: [{ campaignIds: ['6560f0a1b2c3d4e5f6a7b8c9'], addTags: ['Spring'], archived: true }],
})
export class OrganizeCampaigns {
  @IsListOf(IsId, MAX_ORGANIZED) readonly campaignIds!: string[];

  @ApiProperty({ description: 'Tags to add. A campaign has at most 10 tags', examples: [['Spring']] })
  @IsTags()
  @OptionalNotNull()
  readonly addTags?: string[];

  @ApiProperty({ description: 'Tags to remove', examples: [['Winter']] })
  @IsTags()
  @OptionalNotNull()
  readonly removeTags?: string[];

  @ApiProperty({ description: 'Moves the campaigns to the archive, or back' })
  @IsBoolean()
  @OptionalNotNull()
  readonly archived?: boolean;
}
