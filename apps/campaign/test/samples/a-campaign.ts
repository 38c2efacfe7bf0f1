import { type Payload, bodiesOf, newId } from '@carillon/contracts';

export type Draft = Payload<'campaign.create'>;

/** The command to create a campaign, by default a draft with an email. */
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
    ...changes,
  };
}
