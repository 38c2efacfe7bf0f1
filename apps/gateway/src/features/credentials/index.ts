import type { Feature } from '@carillon/mongo';
import { Credentials } from './credentials';

export { Credentials } from './credentials';
export { IsNewPassword, IsPassword, MAX_CODE, newPasswordRule, passwordExample } from './password-rules';

/** Forwards passwords and codes to the account service, and limits attempts. */
export const credentials: Feature = {
  providers: [Credentials],
};
