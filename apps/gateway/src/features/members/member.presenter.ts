import { type Invitation, type Member, memberRoles } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, Text, Time, View, presenter } from '../../openapi/view';

const RoleName = OneOf(memberRoles, { $id: 'MemberRole' });

export const MemberView = View('Member', {
  _id: Id(),
  user: Id({ description: 'The account' }),
  name: Text('Ada Lovelace'),
  email: Text('ada@example.com'),
  role: RoleName,
  hasSecondFactor: Type.Boolean(),
  createdAt: Time(),
  updatedAt: Time(),
});
export const presentMember = presenter(MemberView, (member: Member) => ({
  ...member,
  _id: member.id,
  user: member.userId,
}));

export const InvitationView = View('Invitation', {
  _id: Id(),
  user: Id({ description: 'The account' }),
  email: Text('ada@example.com'),
  role: RoleName,
  createdAt: Time(),
  expiresAt: Time(),
});
export const presentInvitation = presenter(InvitationView, (invitation: Invitation) => ({
  ...invitation,
  _id: invitation.id,
  user: invitation.userId,
}));
