import type { Feature } from '@carillon/mongo';
import { PasswordPageController } from './password-page.controller';
import { PasswordsController } from './passwords.controller';

/** Forgotten passwords, and the links in mails. */
export const passwords: Feature = {
  controllers: [PasswordsController, PasswordPageController],
};
