import { extraData } from '../checks/extra-data';
import { Whole } from '../checks/held';
import { Checked, type Rule, finding, rule } from '../checks/rule';
import { id } from '../checks/scalars';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** One of the two says whom it is for. */
const somebody: Rule = rule(id.schema, (value, owner) => {
  if (value !== undefined) return id(value, owner);
  return isGiven(Reflect.get(owner, 'extraData'))
    ? []
    : finding('required', 'One of subscriberId and extraData is needed');
});

const nobodyElse: Rule = rule(extraData.schema, (value, owner) => {
  if (!isGiven(value)) return [];
  return isGiven(Reflect.get(owner, 'subscriberId'))
    ? finding('not_allowed', 'Give subscriberId or extraData, not both')
    : extraData(value, owner);
});

@Whole({
  description: 'Whom it is for: a subscriber, or somebody with this extra data',
  minProperties: 1,
  allOf: [
    {
      anyOf: [
        { required: ['subscriberId'], properties: { subscriberId: id.schema, extraData: { type: 'null' } } },
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
  @Checked(somebody, 'optional')
  readonly subscriberId?: string;

  @Checked(nobodyElse, 'nullable')
  readonly extraData?: Record<string, unknown> | null;
}
