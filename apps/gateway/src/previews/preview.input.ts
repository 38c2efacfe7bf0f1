import { IsOptional } from 'class-validator';
import { IsExtraData } from '../input/extra-data';
import { ObjectSchema } from '../input/input-schema';
import { AllowedIf, RequiredUnless } from '../input/rule';
import { IsId, idRule } from '../input/texts';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** One of the two says whom it is for. */
@ObjectSchema({
  description: 'Whom it is for: a subscriber, or somebody with this extra data',
  minProperties: 1,
  allOf: [
    {
      anyOf: [
        {
          required: ['subscriberId'],
          properties: { subscriberId: idRule.schema, extraData: { type: 'null' } },
        },
        {
          required: ['extraData'],
          properties: { extraData: { not: { type: 'null' } }, subscriberId: { not: {} } },
        },
      ],
    },
  ],
  examples: [{ extraData: { name: 'Ann' } }],
})
export class PreviewCampaign {
  @IsId()
  @RequiredUnless(
    ({ extraData }: PreviewCampaign) => isGiven(extraData),
    'One of subscriberId and extraData is needed',
    'optional',
  )
  readonly subscriberId?: string;

  @IsExtraData()
  @AllowedIf(
    ({ subscriberId }: PreviewCampaign) => !isGiven(subscriberId),
    'Give subscriberId or extraData, not both',
  )
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;
}
