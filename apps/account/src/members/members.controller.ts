import { Controller } from '@nestjs/common';
import type {
  ApprovalSetting,
  Deleted,
  Invitation,
  Login,
  Member,
  Payload,
  Reply,
  Session,
} from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { EditApproval } from './edit-approval';
import { EditMembers } from './edit-members';
import { FailedSignIns } from './failed-sign-ins';
import { Links } from './links';
import { MailUnsubscribeLink } from './mail-unsubscribe-link';
import { Members } from './members';
import { OwnLogin } from './own-login';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { SignInByOidc } from './sign-in-by-oidc';
import { NotifyOwners } from './notify-owners';
import { UseLink } from './use-link';

@Controller()
export class MembersController {
  constructor(
    private readonly signIn: SignIn,
    private readonly signInByOidc: SignInByOidc,
    private readonly sessions: Sessions,
    private readonly ownLogin: OwnLogin,
    private readonly members: Members,
    private readonly editMembers: EditMembers,
    private readonly editApproval: EditApproval,
    private readonly links: Links,
    private readonly useLink: UseLink,
    private readonly notifyOwners: NotifyOwners,
    private readonly mailUnsubscribeLink: MailUnsubscribeLink,
    private readonly failures: FailedSignIns,
  ) {}

  @Command('session.create')
  createSession(request: Payload<'session.create'>): Promise<Session> {
    return this.signIn.signIn(request);
  }

  @Command('session.provider')
  getProvider(): Promise<Reply<'session.provider'>> {
    return Promise.resolve(this.signInByOidc.provided());
  }

  @Command('session.begin-oidc')
  beginOidc(request: Payload<'session.begin-oidc'>): Promise<Reply<'session.begin-oidc'>> {
    return this.signInByOidc.begin(request);
  }

  @Command('session.create-by-oidc')
  createByOidc(request: Payload<'session.create-by-oidc'>): Promise<Reply<'session.create-by-oidc'>> {
    return this.signInByOidc.complete(request);
  }

  @Command('session.list')
  listSessions(query: Payload<'session.list'>): Promise<Reply<'session.list'>> {
    return this.sessions.page(query);
  }

  @Command('session.get')
  getSession({ loginId, id }: Payload<'session.get'>): Promise<Session> {
    return this.sessions.get(loginId, id);
  }

  @Command('session.delete')
  deleteSession(command: Payload<'session.delete'>): Promise<Deleted> {
    return this.signIn.end(command);
  }

  @Command('session.switch')
  switchSession(request: Payload<'session.switch'>): Promise<Session> {
    return this.signIn.switchTo(request);
  }

  @Command('login.get')
  getLogin({ id }: Payload<'login.get'>): Promise<Login> {
    return this.ownLogin.get(id);
  }

  @Command('login.rename')
  rename(command: Payload<'login.rename'>): Promise<Login> {
    return this.ownLogin.rename(command);
  }

  @Command('login.change-password')
  changePassword(command: Payload<'login.change-password'>): Promise<Login> {
    return this.ownLogin.changePassword(command);
  }

  @Command('login.begin-second-factor')
  beginSecondFactor(command: Payload<'login.begin-second-factor'>): Promise<Login> {
    return this.ownLogin.beginSecondFactor(command);
  }

  @Command('login.confirm-second-factor')
  confirmSecondFactor(command: Payload<'login.confirm-second-factor'>): Promise<Login> {
    return this.ownLogin.confirmSecondFactor(command);
  }

  @Command('login.unlink')
  unlink(command: Payload<'login.unlink'>): Promise<Login> {
    return this.ownLogin.unlink(command);
  }

  @Command('login.remove-second-factor')
  removeSecondFactor(command: Payload<'login.remove-second-factor'>): Promise<Login> {
    return this.ownLogin.removeSecondFactor(command);
  }

  @Command('member.create')
  createMember(command: Payload<'member.create'>): Promise<Member> {
    return this.editMembers.create(command);
  }

  @Command('member.list')
  listMembers(query: Payload<'member.list'>): Promise<Reply<'member.list'>> {
    return this.members.page(query);
  }

  @Command('member.get')
  getMember({ userId, id }: Payload<'member.get'>): Promise<Member> {
    return this.members.get(userId, id);
  }

  @Command('member.update')
  updateMember(command: Payload<'member.update'>): Promise<Member> {
    return this.editMembers.update(command);
  }

  @Command('member.delete')
  deleteMember(command: Payload<'member.delete'>): Promise<Deleted> {
    return this.editMembers.delete(command);
  }

  @Command('account.approval')
  getApproval({ userId }: Payload<'account.approval'>): Promise<ApprovalSetting> {
    return this.editApproval.read(userId);
  }

  @Command('account.change-approval')
  changeApproval(command: Payload<'account.change-approval'>): Promise<ApprovalSetting> {
    return this.editApproval.change(command);
  }

  @Command('invitation.create')
  invite(command: Payload<'invitation.create'>): Promise<Invitation> {
    return this.editMembers.invite(command);
  }

  @Command('invitation.list')
  listInvitations(query: Payload<'invitation.list'>): Promise<Reply<'invitation.list'>> {
    return this.links.page(query);
  }

  @Command('invitation.get')
  getInvitation({ userId, id }: Payload<'invitation.get'>): Promise<Invitation> {
    return this.links.get(userId, id);
  }

  @Command('invitation.delete')
  deleteInvitation(command: Payload<'invitation.delete'>): Promise<Deleted> {
    return this.editMembers.withdraw(command);
  }

  @Command('password.forgotten')
  forget(request: Payload<'password.forgotten'>): Promise<object> {
    this.useLink.forget(request);
    return Promise.resolve({});
  }

  @Command('password.read-link')
  readLink(request: Payload<'password.read-link'>): Promise<Reply<'password.read-link'>> {
    return this.useLink.read(request);
  }

  @OnEvent('webhook.disabled')
  webhookDisabled(disabled: Payload<'webhook.disabled'>): Promise<void> {
    return this.notifyOwners.webhookDisabled(disabled);
  }

  @OnEvent('unsubscribe-link.requested')
  unsubscribeLinkRequested(requested: Payload<'unsubscribe-link.requested'>): Promise<void> {
    return this.mailUnsubscribeLink.send(requested);
  }

  @OnEvent('sign-in.limited')
  signInLimited(limited: Payload<'sign-in.limited'>): Promise<void> {
    return this.failures.limited(limited);
  }

  @Command('password.use-link')
  use(request: Payload<'password.use-link'>): Promise<Reply<'password.use-link'>> {
    return this.useLink.redeem(request);
  }
}
