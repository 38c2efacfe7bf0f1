import type { Feature } from '@carillon/mongo';
import { SignUpFormsController } from './sign-up-forms.controller';

/** The forms by which people subscribe to groups. */
export const signUp: Feature = { controllers: [SignUpFormsController] };
