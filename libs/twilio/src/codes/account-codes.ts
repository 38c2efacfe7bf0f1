import { type CodeRule, down, permanent, slowDown, unknown } from './code-rule';

/** About the account and its credentials, from the answer to a request. https://www.twilio.com/docs/api/errors */
export const accountCodes: readonly CodeRule[] = [
  down(10001, 'ACCOUNT_INACTIVE'),
  permanent(10002, 'TRIAL_ACCOUNT'),
  permanent(20001, 'REQUEST_REFUSED'),
  down(20003, 'LOGIN_REFUSED'),
  down(20004, 'REQUEST_NOT_ALLOWED'),
  down(20005, 'ACCOUNT_INACTIVE'),
  down(20006, 'ACCESS_DENIED'),
  down(20008, 'TEST_CREDENTIALS'),
  down(20010, 'ACCOUNT_RESTRICTED'),
  down(20151, 'LOGIN_REFUSED'),
  down(20403, 'ACCESS_DENIED'),
  down(20404, 'ACCOUNT_NOT_FOUND'),
  slowDown(20429, 'TOO_MANY_REQUESTS'),
  unknown(20500, 'SERVER_ERROR'),
  unknown(20503, 'SERVER_ERROR'),
  permanent(60701, 'REQUEST_REFUSED'),
];
