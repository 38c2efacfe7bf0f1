import {
  AppError,
  type Payload,
  type Reply,
  type SignUpForm,
  type SignUpLink,
  type Subscriber,
} from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Controller } from '@nestjs/common';
import { SignUpForms, toSignUpForm } from '../sign-up-forms';
import { JoinGroup } from './join-group';
import { BeginSignUp } from './begin-sign-up';
import { RequestSignUp } from './request-sign-up';
import { SignUps } from './sign-ups';

/** What people do who subscribe: they see a form, fill it in, and open the link in the email. */
@Controller()
export class SignUpsController {
  constructor(
    private readonly forms: SignUpForms,
    private readonly requestSignUp: RequestSignUp,
    private readonly beginSignUp: BeginSignUp,
    private readonly joinGroup: JoinGroup,
    private readonly signUps: SignUps,
    private readonly clock: Clock,
  ) {}

  @Command('sign-up.show-form')
  async show({ id }: Payload<'sign-up.show-form'>): Promise<SignUpForm> {
    const form = await this.forms.find(id);
    if (!form) throw new AppError('sign_up_form_not_found');
    return toSignUpForm(form);
  }

  @Command('sign-up.request')
  request(command: Payload<'sign-up.request'>): Promise<Reply<'sign-up.request'>> {
    return this.requestSignUp.request(command);
  }

  @Command('sign-up.begin')
  begin(command: Payload<'sign-up.begin'>): Promise<Subscriber> {
    return this.beginSignUp.begin(command);
  }

  @Command('sign-up.read-link')
  readLink({ tokenHash }: Payload<'sign-up.read-link'>): Promise<SignUpLink> {
    return this.find(tokenHash);
  }

  @Command('sign-up.confirm')
  async confirm({ tokenHash, ip, userAgent }: Payload<'sign-up.confirm'>): Promise<SignUpLink> {
    const link = await this.find(tokenHash);
    const confirmed = { at: this.clock.now(), ip, userAgent };
    const signUp = await this.signUps.confirm(tokenHash, confirmed);
    if (!signUp || !(await this.joinGroup.join({ ...signUp, confirmed })))
      throw new AppError('link_not_found');
    return link;
  }

  /** The sign-up of an unused link whose form still exists. @throws AppError link_not_found */
  private async find(tokenHash: string): Promise<SignUpLink> {
    const signUp = await this.signUps.withToken(tokenHash, this.clock.now());
    const form = signUp && (await this.forms.find(signUp.formId.toHexString()));
    if (!form) throw new AppError('link_not_found');
    const { address, language, title, wording } = signUp;
    const { confirmedUrl } = form.settings;
    return { address, language, title, wording: wording.text, confirmedUrl };
  }
}
