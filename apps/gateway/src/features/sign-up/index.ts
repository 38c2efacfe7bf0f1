import type { Feature } from '@carillon/mongo';
import { FormStamps } from './form-stamps';
import { SignUpFormsController } from './sign-up-forms.controller';
import { SignUpLimits } from './sign-up-limits';
import { SubscribeController } from './subscribe.controller';

/** The forms by which people subscribe to groups, and their pages. */
export const signUp: Feature = {
  controllers: [SignUpFormsController, SubscribeController],
  providers: [FormStamps, SignUpLimits],
};
