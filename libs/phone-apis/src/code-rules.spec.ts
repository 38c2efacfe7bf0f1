import { deliveryReasons } from '@carillon/contracts';
import { classify, ruleOf } from './code-rules';
import { metaCode, metaCodes } from './meta/codes';
import { telnyxCodes } from './telnyx/codes';
import { vonageCodes } from './vonage/codes';

describe.each([
  ['Vonage', vonageCodes],
  ['Telnyx', telnyxCodes],
  ['Meta', metaCodes],
])('the codes of %s', (_, rules) => {
  it('have known reasons, and retry only what can succeed later', () => {
    for (const { outcome, reason, permanent, suppress } of Object.values(rules)) {
      expect(deliveryReasons).toContain(reason);
      expect(permanent && outcome !== 'failed').toBe(false);
      expect(suppress === undefined || permanent).toBe(true);
    }
  });

  it('are not retried if they are unknown or missing', () => {
    for (const code of ['999', 'toString', '', null])
      expect([ruleOf(rules, code), classify(rules, code)]).toEqual([
        null,
        { reason: 'REJECTED', permanent: true },
      ]);
  });
});

describe('the failure that a webhook reports', () => {
  it.each([
    [vonageCodes, '1240', { reason: 'OPTED_OUT', permanent: true, suppress: 'STOPPED' }],
    [vonageCodes, '1180', { reason: 'HANDSET_UNREACHABLE', permanent: false }],
    [vonageCodes, '1070', { reason: 'ACCOUNT_RESTRICTED', permanent: false, stopsSender: true }],
    [telnyxCodes, '40300', { reason: 'OPTED_OUT', permanent: true, suppress: 'STOPPED' }],
    [telnyxCodes, '40006', { reason: 'CARRIER_ERROR', permanent: false }],
    [telnyxCodes, '40305', { reason: 'SENDER_REFUSED', permanent: false, stopsSender: true }],
  ])('is that of its code (%#)', (rules, code, failure) => {
    expect(classify(rules, code)).toEqual(failure);
  });
});

it.each([
  [{ code: 131026 }, '131026'],
  [{ code: 100, error_subcode: 33 }, '100/33'],
  [{ code: 100, message: 'Invalid appsecret_proof provided in the API argument' }, '100/proof'],
  [{ code: 100, message: '(#100) Invalid parameter' }, '100'],
  [{ code: 294 }, '200'],
  [{ code: '190' }, null],
  [{ code: 1.5 }, null],
  [null, null],
])('reads the code of Meta’s error %j', (error, code) => {
  expect(metaCode(error)).toBe(code);
});
