import { deliveryId, readDeliveryId } from './delivery-id';

const batchId = '65e1c0000000000000000001-0000001024';

describe('the ID of a delivery', () => {
  it.each([0, 7, 199])('contains its batch and position %i', (position) => {
    expect(readDeliveryId(deliveryId(batchId, position))).toEqual({ batchId, position });
  });

  it.each([
    '',
    batchId,
    `${batchId}-`,
    `${batchId}--1`,
    `${batchId}-01`,
    `${batchId}-1 `,
    `${batchId}-1\n`,
    `${batchId}-1e3`,
    `${batchId}-123456`,
    '65E1C0000000000000000001-0000001024-1',
    '65e1c0000000000000000001-1024-1',
  ])('is not %j', (text) => {
    expect(readDeliveryId(text)).toBeNull();
  });
});
