import type { Feature } from '@carillon/mongo';
import { MembersController } from './members.controller';

/** The members of an account, and their invitations. */
export const members: Feature = {
  controllers: [MembersController],
};
