import { type Login, memberRoles } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, OneOf, Part, Text, Time, View, presenter } from '../../openapi/view';

export const ProfileView = View('Profile', {
  _id: Id(),
  name: Text('Ada Lovelace'),
  email: Text('ada@example.com'),
  hasSecondFactor: Type.Boolean(),
  hasPassword: Type.Boolean({
    description:
      'False if the person joined through a provider; `POST /passwords/forgotten` emails a link to set a password',
  }),
  recoveryCodes: Count(0, { description: 'The number of remaining recovery codes' }),
  identities: Type.Array(Part({ issuer: Text('https://id.example.com'), subject: Text('248289761001') }), {
    description: 'Your identities at OpenID Connect providers through which you have signed in',
  }),
  accounts: Type.Array(
    Part({
      user: Id(),
      name: Text('Analytical Ltd'),
      member: Id(),
      role: OneOf(memberRoles, { $id: 'MemberRole' }),
    }),
  ),
  createdAt: Time(),
});
export const presentProfile = presenter(
  ProfileView,
  ({ id, accounts, identities = [], ...login }: Login) => ({
    ...login,
    _id: id,
    identities,
    accounts: accounts.map(({ userId, memberId, name, role }) => ({
      user: userId,
      name,
      member: memberId,
      role,
    })),
  }),
);

/** Present only once. A replayed response omits it. */
export const SecondFactorView = View('SecondFactor', {
  uri: Type.Optional(
    Text('otpauth://totp/Carillon:ada%40example.com?secret=GEZDGNBVGY3TQOJQ&issuer=Carillon', {
      description: "For a QR code. It is shown only once, and replayed responses don't contain it",
    }),
  ),
});
export const RecoveryCodesView = View('RecoveryCodes', {
  recoveryCodes: Type.Optional(
    Type.Array(Text('abcd-efgh-ijkl-mnop'), {
      description: "Shown only once. Replayed responses don't contain it",
    }),
  ),
});
