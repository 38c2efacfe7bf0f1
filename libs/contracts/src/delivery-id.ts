/**
 * A delivery is a position of a batch. Its ID consists of the batch's ID and the position, and is opaque for clients.
 */
export function deliveryId(batchId: string, position: number): string {
  return `${batchId}-${position}`;
}

export interface DeliveryPlace {
  batchId: string;
  position: number;
}

/** A batch's ID consists of its campaign's ID and its number in the campaign. */
const pattern = /^([0-9a-f]{24}-\d{10})-(0|[1-9]\d{0,4})$/;

/** Returns null for anything that `deliveryId` cannot return. */
export function readDeliveryId(id: string): DeliveryPlace | null {
  const [, batchId, position] = pattern.exec(id) ?? [];
  return batchId === undefined ? null : { batchId, position: Number(position) };
}
