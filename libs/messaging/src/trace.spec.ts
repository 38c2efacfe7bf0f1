import { currentTrace, withTrace } from './trace';

describe('a trace', () => {
  it('is empty outside of work', () => {
    expect(currentTrace()).toEqual({});
  });

  it('follows its work across awaits, and keeps the surrounding fields', async () => {
    await withTrace({ requestId: 'r' }, async () => {
      await Promise.resolve();
      withTrace({ campaignId: 'c' }, () => {
        expect(currentTrace()).toEqual({ requestId: 'r', campaignId: 'c' });
      });
      expect(currentTrace()).toEqual({ requestId: 'r' });
    });
  });
});
