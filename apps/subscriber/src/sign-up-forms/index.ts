import { type Feature, noteRelay } from '@carillon/mongo';
import { EditSignUpForms } from './edit-sign-up-forms';
import { SignUpFormRecord, SignUpFormSchema } from './form-document';
import { SignUpForms } from './sign-up-forms';
import { SignUpFormsController } from './sign-up-forms.controller';

export { type SignUpFormDocument, toSignUpForm } from './form-document';
export { SignUpForms } from './sign-up-forms';

/** The forms by which people subscribe to groups. */
export const signUpForms: Feature = {
  collections: [{ name: SignUpFormRecord.name, schema: SignUpFormSchema }],
  controllers: [SignUpFormsController],
  providers: [noteRelay(SignUpFormRecord), SignUpForms, EditSignUpForms],
};
