import type { Feature } from '@carillon/platform';
import { MemberNames } from '../audit';
import { EditMembers } from './edit-members';
import { Links } from './links';
import { Logins } from './logins';
import { Members } from './members';
import { MembersController } from './members.controller';
import { OwnLogin } from './own-login';
import { Passwords } from './passwords';
import {
  LinkRecord,
  LinkSchema,
  LoginRecord,
  LoginSchema,
  MemberRecord,
  MemberSchema,
  SessionRecord,
  SessionSchema,
} from './records';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { SystemMail } from './system-mail';
import { UseLink } from './use-link';

export { Links } from './links';
export { Members } from './members';
export { Sessions } from './sessions';

/** The people of an account: their roles, how they sign in and are invited. */
export const members: Feature = {
  collections: [
    { name: LoginRecord.name, schema: LoginSchema },
    { name: MemberRecord.name, schema: MemberSchema },
    { name: SessionRecord.name, schema: SessionSchema },
    { name: LinkRecord.name, schema: LinkSchema },
  ],
  controllers: [MembersController],
  providers: [
    Logins,
    Members,
    { provide: MemberNames, useExisting: Members },
    Sessions,
    Links,
    Passwords,
    SystemMail,
    SignIn,
    OwnLogin,
    EditMembers,
    UseLink,
  ],
};
