import { IsOptional } from 'class-validator';
import { IsExtraData } from '../../http/input/extra-data';
import { ObjectSchema } from '../../http/input/input-schema';
import { AllowedIf, RequiredUnless } from '../../http/input/rule';
import { IsId, idRule } from '../../http/input/texts';
import { IsTranslation } from './translation.input';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Exactly one of the two properties identifies the recipient. */
@ObjectSchema({
  description: 'The recipient: a subscriber, or a person with this extra data',
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
    'One of subscriberId and extraData is required',
    'optional',
  )
  readonly subscriberId?: string;

  @IsExtraData()
  @AllowedIf(
    ({ subscriberId }: PreviewCampaign) => !isGiven(subscriberId),
    'Send either subscriberId or extraData, not both',
  )
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;

  @IsTranslation readonly translation?: string | null;
}
