import type { Feature } from '@carillon/mongo';
import { PasswordPageController } from './password-page.controller';
import { PasswordsController } from './passwords.controller';

/** Password resets, and the links in emails. */
export const passwords: Feature = {
  controllers: [PasswordsController, PasswordPageController],
};
