/**
 * What a person did with a message, or what happened to it, as the dispatcher knows it. OPENED includes the read receipts
 * of messengers.
 */
export const deliveryBehaviors = ['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED'] as const;
export type DeliveryBehavior = (typeof deliveryBehaviors)[number];

/** What segments can ask about a person and a campaign. */
export const behaviors = [...deliveryBehaviors, 'REPLIED'] as const;
export type BehaviorKind = (typeof behaviors)[number];
