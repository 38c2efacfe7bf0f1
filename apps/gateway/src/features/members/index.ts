import type { Feature } from '@carillon/mongo';
import { MembersController } from './members.controller';

/** The people of an account, and their invitations. */
export const members: Feature = {
  controllers: [MembersController],
};
