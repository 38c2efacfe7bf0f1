import type { Feature } from '@carillon/mongo';
import { Credentials } from './credentials';

export { Credentials } from './credentials';
export { IsNewPassword, IsPassword, MAX_CODE, newPasswordRule, passwordExample } from './password-rules';

/** Passwords and codes on their way to the account service, and limits for attempts. */
export const credentials: Feature = {
  providers: [Credentials],
};
