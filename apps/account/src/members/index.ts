import type { Feature } from '@carillon/mongo';
import { MemberNames } from '../audit';
import { AddMember } from './add-member';
import { EditApproval } from './edit-approval';
import { EditMembers } from './edit-members';
import { FailedSignIns } from './failed-sign-ins';
import { Links } from './links';
import { Logins } from './logins';
import { Members } from './members';
import { MembersController } from './members.controller';
import { OidcProvider } from './oidc-provider';
import { OwnLogin } from './own-login';
import { Passwords } from './passwords';
import {
  FailedSignInRecord,
  FailedSignInSchema,
  LinkRecord,
  LinkSchema,
  LoginRecord,
  LoginSchema,
  MemberRecord,
  MemberSchema,
  OidcAttemptRecord,
  OidcAttemptSchema,
  SessionRecord,
  SessionSchema,
} from './records';
import { ResealSecondFactors } from './reseal-second-factors';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { SignInByOidc } from './sign-in-by-oidc';
import { SystemMail } from './system-mail';
import { MailUnsubscribeLink } from './mail-unsubscribe-link';
import { NotifyOwners } from './notify-owners';
import { UseLink } from './use-link';

export { AddMember } from './add-member';
export { Links } from './links';
export { Members } from './members';
export type { MemberDocument } from './records';
export { ResealSecondFactors } from './reseal-second-factors';
export { Sessions } from './sessions';
export { SystemMail } from './system-mail';

const collections = [
  { name: LoginRecord.name, schema: LoginSchema },
  { name: MemberRecord.name, schema: MemberSchema },
  { name: SessionRecord.name, schema: SessionSchema },
  { name: LinkRecord.name, schema: LinkSchema },
];
const stores = [Logins, Members, { provide: MemberNames, useExisting: Members }, Sessions, Links, Passwords];

/** The members of an account: their roles, sign-ins, and invitations. */
export const members: Feature = {
  collections: [
    ...collections,
    { name: OidcAttemptRecord.name, schema: OidcAttemptSchema },
    { name: FailedSignInRecord.name, schema: FailedSignInSchema },
  ],
  controllers: [MembersController],
  providers: [
    ...[
      ...stores,
      AddMember,
      SystemMail,
      FailedSignIns,
      SignIn,
      OwnLogin,
      EditMembers,
      EditApproval,
      UseLink,
    ],
    ...[OidcProvider, SignInByOidc, NotifyOwners, MailUnsubscribeLink],
  ],
};

/** Adds a member from a command. */
export const adding: Feature = { collections, providers: [...stores, AddMember] };

/** Re-encrypts the secrets of second factors. */
export const resealingFactors: Feature = {
  collections: [{ name: LoginRecord.name, schema: LoginSchema }],
  providers: [Logins, ResealSecondFactors],
};
