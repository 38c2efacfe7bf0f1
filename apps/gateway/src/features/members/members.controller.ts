import { type MemberRole, roleScopes } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { mintId } from '../../http/idempotency/minting';
import { canonical } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { needScope } from '../../security/authenticator';
import {
  Caller,
  CallingOperator,
  InSession,
  NeedsScope,
  NeedsSession,
  type Operator,
  type OwnSession,
  type User,
  requestedBy,
} from '../../security/caller';
import { needUnlimited } from '../../security/key-limitations';
import { clearCookie } from '../../security/session-token';
import { Credentials } from '../credentials';
import { MemberView, presentMember, InvitationView, presentInvitation } from './member.presenter';
import { UpdateMember, CreateInvitation, CreateMember } from './member.input';

/** Members can't grant, change, or revoke permissions that they lack. @throws AppError insufficient_scope */
function needScopesOf(user: User, ...roles: readonly MemberRole[]): void {
  for (const scope of roles.flatMap((role) => roleScopes[role])) needScope(user, scope);
}

/** The members and invitations of an account. */
@Controller('api/v1')
export class MembersController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly credentials: Credentials,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Get('members')
  @NeedsScope('admin')
  @Operation({ summary: 'List the members', answer: Type.Array(MemberView) })
  async members(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { data: { members: await this.membersOf(userId, query, reply) } };
  }

  @Get('members/:id')
  @NeedsScope('admin')
  @Operation({ summary: 'Read a member', answer: MemberView })
  async member(@Caller() { userId }: User, @Param('id', existing('member')) id: string) {
    const member = await this.messenger.request('member.get', { userId, id });
    return { data: { member: presentMember(member) } };
  }

  @Patch('members/:id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Change the role of a member',
    description: 'Takes effect immediately. You need all scopes of the current and of the new role.',
    answer: MemberView,
    errors: ['last_owner'],
  })
  async updateMember(
    @Caller() user: User,
    @Param('id', existing('member')) id: string,
    @Body() { role }: UpdateMember,
  ) {
    const { userId } = user;
    const member = await this.messenger.request('member.get', { userId, id });
    needUnlimited(user);
    needScopesOf(user, member.role, role);
    const updated = await this.messenger.request('member.update', {
      by: requestedBy(user),
      userId,
      id,
      role,
    });
    return { data: { updateMember: presentMember(updated) } };
  }

  @Delete('members/me')
  @NeedsSession()
  @Operation({
    summary: 'Leave the account',
    description:
      'Ends your sessions in this account. If you belong to no other account, your sign-in is deleted.',
    answer: DeletedView,
    errors: ['last_owner'],
  })
  async leaveAccount(
    @Caller() { userId, keyId: id }: User,
    @InSession() { by }: OwnSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const deleted = await this.messenger.request('member.delete', { by, userId, id });
    clearCookie(reply, this.config.PUBLIC_URL.startsWith('https:'));
    return { data: { leaveAccount: presentDeleted(deleted) } };
  }

  @Delete('members/:id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Remove a member',
    description: "Ends the sessions of the member in this account. You need all scopes of the member's role.",
    answer: DeletedView,
    errors: ['last_owner'],
  })
  async deleteMember(@Caller() user: User, @Param('id', existing('member')) id: string) {
    const { userId } = user;
    const member = await this.messenger.request('member.get', { userId, id });
    needScopesOf(user, member.role);
    const deleted = await this.messenger.request('member.delete', { by: requestedBy(user), userId, id });
    return { data: { deleteMember: presentDeleted(deleted) } };
  }

  @Get('invitations')
  @NeedsScope('admin')
  @Operation({ summary: 'List the pending invitations', answer: Type.Array(InvitationView) })
  async invitations(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const invitations = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('invitation.list', { userId, ...slice }),
    );
    return { data: { invitations: invitations.map(presentInvitation) } };
  }

  @Get('invitations/:id')
  @NeedsScope('admin')
  @Operation({ summary: 'Read an invitation', answer: InvitationView })
  async invitation(@Caller() { userId }: User, @Param('id', existing('invitation')) id: string) {
    const invitation = await this.messenger.request('invitation.get', { userId, id });
    return { data: { invitation: presentInvitation(invitation) } };
  }

  @Post('invitations')
  @NeedsScope('admin')
  @Operation({
    creates: 'invitation',
    summary: 'Invite a person',
    description:
      'Emails a link that works once, for seven days. Replaces an earlier invitation to the same address. You need all scopes of the role.',
    answer: InvitationView,
    errors: ['member_exists', 'limit_reached', 'mail_not_configured'],
  })
  async createInvitation(
    @Caller() user: User,
    @Body() input: CreateInvitation,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    needUnlimited(user);
    needScopesOf(user, input.role);
    const { userId } = user;
    const email = canonical('EMAIL', input.email);
    this.credentials.countInvitation(userId, email);
    const invitation = await this.messenger.request('invitation.create', {
      ...{ by: requestedBy(user), userId, id: mintId(), role: input.role, email },
      publicUrl: this.config.PUBLIC_URL,
    });
    reply.header('location', `/api/v1/invitations/${invitation.id}`);
    return { data: { createInvitation: presentInvitation(invitation) } };
  }

  @Delete('invitations/:id')
  @NeedsScope('admin')
  @Operation({ summary: 'Withdraw an invitation', answer: DeletedView })
  async deleteInvitation(@Caller() user: User, @Param('id', existing('invitation')) id: string) {
    const command = { by: requestedBy(user), userId: user.userId, id };
    const deleted = await this.messenger.request('invitation.delete', command);
    return { data: { deleteInvitation: presentDeleted(deleted) } };
  }

  @Get('operator/users/:id/members')
  @Operation({
    key: 'members',
    summary: "List the members of a user's account",
    answer: Type.Array(MemberView),
  })
  async userMembers(
    @Param('id', existing('user')) userId: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.messenger.request('user.get', { id: userId });
    return { data: { members: await this.membersOf(userId, query, reply) } };
  }

  @Get('operator/users/:id/members/:memberId')
  @Operation({ key: 'member', summary: "Read a member of a user's account", answer: MemberView })
  async userMember(
    @Param('id', existing('user')) userId: string,
    @Param('memberId', existing('member')) id: string,
  ) {
    const member = await this.messenger.request('member.get', { userId, id });
    return { data: { member: presentMember(member) } };
  }

  @Post('operator/users/:id/members')
  @Operation({
    key: 'createMember',
    creates: 'member',
    summary: "Add a member to a user's account",
    description: 'Adds a member without an invitation, such as the first owner, who can then invite others.',
    answer: MemberView,
    errors: ['member_exists', 'limit_reached'],
  })
  async createUserMember(
    @CallingOperator() operator: Operator,
    @Param('id', existing('user')) userId: string,
    @Body() { password, email, ...input }: CreateMember,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    needUnlimited(operator);
    const id = mintId();
    const member = await this.messenger.request('member.create', {
      ...{ by: requestedBy(operator), userId, id, ...input },
      email: canonical('EMAIL', email),
      password: this.credentials.seal(password, `member:${id}:password`),
    });
    reply.header('location', `/api/v1/operator/users/${userId}/members/${member.id}`);
    return { data: { createMember: presentMember(member) } };
  }

  private async membersOf(userId: string, query: PageQuery, reply: FastifyReply) {
    const members = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('member.list', { userId, ...slice }),
    );
    return members.map(presentMember);
  }
}
