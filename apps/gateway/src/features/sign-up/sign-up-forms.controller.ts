import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, type User, requestedBy } from '../../security/caller';
import { CreateSignUpForm, UpdateSignUpForm, toChanges, toSettings } from './sign-up-form.input';
import {
  SignUpFormView,
  SignUpWordingView,
  signUpFormPresenter,
  presentSignUpWording,
} from './sign-up-form.presenter';

@Controller('api/v1/sign-up-forms')
export class SignUpFormsController {
  private readonly present: ReturnType<typeof signUpFormPresenter>;

  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.present = signUpFormPresenter(PUBLIC_URL);
  }

  @Get()
  @Operation({ summary: 'List the sign-up forms', answer: Type.Array(SignUpFormView) })
  async signUpForms(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const forms = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('sign-up.list-forms', { userId, ...slice }),
    );
    return { data: { signUpForms: forms.map(this.present) } };
  }

  @Post()
  @Operation({
    creates: 'sign_up_form',
    summary: 'Create a sign-up form',
    description:
      'Creates a form by which people subscribe to a group. A person becomes a member after confirming the email address.',
    answer: SignUpFormView,
    errors: ['group_not_found', 'limit_reached'],
  })
  async createSignUpForm(
    @Caller() user: User,
    @Body() input: CreateSignUpForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const which = { id: mintId(), userId: user.userId, by: requestedBy(user) };
    const form = await this.messenger.request('sign-up.create-form', { ...which, ...toSettings(input) });
    reply.header('location', `/api/v1/sign-up-forms/${form.id}`);
    return { data: { createSignUpForm: this.present(form) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a sign-up form', answer: SignUpFormView })
  async signUpForm(@Caller() { userId }: User, @Param('id', existing('sign_up_form')) id: string) {
    const form = await this.messenger.request('sign-up.get-form', { userId, id });
    return { data: { signUpForm: this.present(form) } };
  }

  @Get(':id/wordings')
  @Operation({
    summary: 'List the versions of the wording',
    description: 'Returns everything that people could agree to in this form, newest first.',
    answer: Type.Array(SignUpWordingView),
  })
  async signUpWordings(
    @Caller() { userId }: User,
    @Param('id', existing('sign_up_form')) id: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const wordings = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('sign-up.list-wordings', { userId, id, ...slice }),
    );
    return { data: { signUpWordings: wordings.map(presentSignUpWording) } };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a sign-up form',
    description:
      'Changes the given fields. Another wording becomes a new version. Confirmation emails that were already sent keep the previous one.',
    answer: SignUpFormView,
    errors: ['group_not_found', 'limit_reached'],
  })
  async updateSignUpForm(
    @Caller() user: User,
    @Param('id', existing('sign_up_form')) id: string,
    @Body() input: UpdateSignUpForm,
  ) {
    const which = { id, userId: user.userId, by: requestedBy(user) };
    const form = await this.messenger.request('sign-up.update-form', { ...which, ...toChanges(input) });
    return { data: { updateSignUpForm: this.present(form) } };
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a sign-up form',
    description: 'Its page and its unused confirmation links stop working. Members stay in the group.',
    answer: DeletedView,
  })
  async deleteSignUpForm(@Caller() user: User, @Param('id', existing('sign_up_form')) id: string) {
    const command = { id, userId: user.userId, by: requestedBy(user) };
    const deleted = await this.messenger.request('sign-up.delete-form', command);
    return { data: { deleteSignUpForm: presentDeleted(deleted) } };
  }
}
