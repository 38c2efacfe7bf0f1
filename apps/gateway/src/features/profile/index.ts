import type { Feature } from '@carillon/mongo';
import { ProfileController } from './profile.controller';

/** The signed-in person. */
export const profile: Feature = {
  controllers: [ProfileController],
};
