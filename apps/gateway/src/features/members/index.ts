import type { Feature } from '@carillon/mongo';
import { Credentials } from './credentials';
import { MembersController } from './members.controller';
import { OidcController } from './oidc.controller';
import { PasswordPageController, PasswordsController } from './passwords.controller';
import { ProfileController, SessionsController } from './sessions.controller';

/** The people of an account, and how they sign in. */
export const members: Feature = {
  controllers: [
    OidcController,
    SessionsController,
    ProfileController,
    MembersController,
    PasswordsController,
    PasswordPageController,
  ],
  providers: [Credentials],
};
