import { campaign } from '../../../test/examples';
import { dispatchReport } from '../../../test/reported';
import { presentReport } from './read-report';

const moving = { ...dispatchReport, ratePerSecond: 10, estimatedEndAt: '2026-03-01T10:01:00.000Z' };
const speedOf = (status: 'SENDING' | 'PAUSED' | 'CANCELLED' | 'SENT') => {
  const { ratePerSecond, estimatedEndAt } = presentReport({ ...campaign, status }, moving, new Date(0));
  return [ratePerSecond, estimatedEndAt];
};

describe('the report of a campaign', () => {
  it('contains rate and end while it is sent', () => {
    expect(speedOf('SENDING')).toEqual([10, '2026-03-01T10:01:00.000Z']);
  });

  it.each(['PAUSED', 'CANCELLED', 'SENT'] as const)(
    'contains neither when it is %s, though the dispatcher does not know that yet',
    (status) => {
      expect(speedOf(status)).toEqual([null, null]);
    },
  );
});
