import { currentTrace, withTrace } from './trace';

describe('a trace', () => {
  it('is empty outside of any work', () => {
    expect(currentTrace()).toEqual({});
  });

  it('follows its work across awaits, and what surrounds it stays known', async () => {
    await withTrace({ requestId: 'r' }, async () => {
      await Promise.resolve();
      withTrace({ campaignId: 'c' }, () => {
        expect(currentTrace()).toEqual({ requestId: 'r', campaignId: 'c' });
      });
      expect(currentTrace()).toEqual({ requestId: 'r' });
    });
  });
});
