import { type Payload, bodiesOf, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';

export type Draft = Payload<'campaign.create'>;

/** The command to create a campaign, unless told otherwise a draft with an email. */
export function aCampaign(changes: Partial<Draft> = {}): Draft {
  return {
    id: newId(),
    userId: newId(),
    name: 'Spring',
    bodies: bodiesOf({ EMAIL: '<p>Hello</p>' }),
    whatsappTemplate: null,
    shouldRemoveWatermark: false,
    groups: [newId()],
    start: null,
    by: someone,
    ...changes,
  };
}
