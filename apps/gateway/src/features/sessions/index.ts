import type { Feature } from '@carillon/mongo';
import { OidcController } from './oidc.controller';
import { SessionsController } from './sessions.controller';

/** Signing in and out. */
export const sessions: Feature = {
  controllers: [OidcController, SessionsController],
};
