import type { Feature } from '@carillon/mongo';
import { ProfileController } from './profile.controller';

/** The person who is signed in. */
export const profile: Feature = {
  controllers: [ProfileController],
};
