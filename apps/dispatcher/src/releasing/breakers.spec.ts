import { isPermanentFailure, pauseAfter } from './breakers';

const down = (reason: string) => ({ reason, providerCode: null, detail: null });
const own = '65e1c0000000000000000001';

describe('an open breaker', () => {
  it('waits twice as long after each failure, five minutes at most', () => {
    expect([1, 2, 3, 6, 7, 8, 100].map((failures) => pauseAfter(failures) / 1000)).toEqual([
      5, 10, 20, 160, 300, 300, 300,
    ]);
  });
});

describe('waiting for an integration', () => {
  it.each([
    ['is permanentFailure when the user deleted it', own, 'INTEGRATION_NOT_FOUND', true],
    ['makes sense when the login is refused', own, 'LOGIN_REFUSED', false],
    ['makes sense when its credentials have to be entered again', own, 'CREDENTIALS_UNREADABLE', false],
    ['makes sense when it is the operator’s own', 'default', 'INTEGRATION_NOT_FOUND', false],
  ])('%s', (_, integration, reason, permanentFailure) => {
    expect(isPermanentFailure(integration, down(reason))).toBe(permanentFailure);
  });
});
