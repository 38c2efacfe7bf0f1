import type { Feature } from '@carillon/mongo';
import { ErasureStepsController } from './erasure-steps.controller';
import { PersonalDataController } from './personal-data.controller';
import { ReadPersonalData } from './read-personal-data';

export { ErasureView, presentErasure } from './erasure.presenter';

/** Reads and erases all stored data of a person. */
export const personalData: Feature = {
  controllers: [PersonalDataController, ErasureStepsController],
  providers: [ReadPersonalData],
};
