import {
  AppError,
  type Deleted,
  type Payload,
  type Reply,
  type SignUpForm,
  pageOf,
} from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditSignUpForms } from './edit-sign-up-forms';
import { toSignUpForm, wordingsAfter } from './form-document';
import { SignUpForms } from './sign-up-forms';

@Controller()
export class SignUpFormsController {
  constructor(
    private readonly edit: EditSignUpForms,
    private readonly forms: SignUpForms,
  ) {}

  @Command('sign-up.create-form')
  create(form: Payload<'sign-up.create-form'>): Promise<SignUpForm> {
    return this.edit.create(form);
  }

  @Command('sign-up.get-form')
  async get({ userId, id }: Payload<'sign-up.get-form'>): Promise<SignUpForm> {
    return toSignUpForm(await this.existing(userId, id));
  }

  @Command('sign-up.list-forms')
  async list({ userId, after, limit }: Payload<'sign-up.list-forms'>): Promise<Reply<'sign-up.list-forms'>> {
    const found = await this.forms.page(userId, after, limit + 1);
    return pageOf(found.map(toSignUpForm), limit);
  }

  @Command('sign-up.list-wordings')
  async wordings(query: Payload<'sign-up.list-wordings'>): Promise<Reply<'sign-up.list-wordings'>> {
    const { userId, id, after, limit } = query;
    return wordingsAfter(await this.existing(userId, id), after, limit);
  }

  @Command('sign-up.update-form')
  update(change: Payload<'sign-up.update-form'>): Promise<SignUpForm> {
    return this.edit.update(change);
  }

  @Command('sign-up.delete-form')
  delete(command: Payload<'sign-up.delete-form'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.edit.delete(command, messageId);
  }

  /** Errors: sign_up_form_not_found. */
  private async existing(userId: string, id: string) {
    const form = await this.forms.get(userId, id);
    if (!form) throw new AppError('sign_up_form_not_found');
    return form;
  }
}
