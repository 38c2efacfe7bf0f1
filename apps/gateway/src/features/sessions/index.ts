import type { Feature } from '@carillon/mongo';
import { OidcController } from './oidc.controller';
import { SessionsController } from './sessions.controller';

/** Sign-in and sign-out. */
export const sessions: Feature = {
  controllers: [OidcController, SessionsController],
};
