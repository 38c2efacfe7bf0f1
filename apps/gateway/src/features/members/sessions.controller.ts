import {
  hashRecoveryCode,
  loginContext,
  mintRecoveryCodes,
  mintTotpSecret,
  otpauthUri,
} from '@carillon/vault';
import { type Login, type Session, memberRoles } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { mintId } from '../../http/idempotency/minting';
import { IsAddressOf, canonical } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { OptionalNotNull } from '../../http/input/rule';
import { IsId, IsText } from '../../http/input/texts';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { InSession, NeedsSession, type OwnSession, WithoutKey } from '../../security/caller';
import { ClientNetworks } from '../../security/client-networks';
import { KnownDevices } from '../../security/known-devices';
import { SessionToken, clearCookie } from '../../security/session-token';
import { Credentials, IsNewPassword, IsPassword } from './credentials';

const MAX_AGENT = 200;
const MAX_CODE = 40;
const PASSWORD = { examples: ['correct horse battery'] };

class CreateSession {
  @IsAddressOf('EMAIL')
  readonly email!: string;

  @ApiProperty(PASSWORD)
  @IsPassword()
  readonly password!: string;

  @ApiProperty({ description: 'A second-factor code, or a recovery code', examples: ['287082'] })
  @IsText({ max: MAX_CODE })
  @OptionalNotNull()
  readonly code?: string;

  @ApiProperty({ description: 'Absent: the account that the person has belonged to for the longest time' })
  @IsId()
  @OptionalNotNull()
  readonly account?: string;
}

class UpdateSession {
  @ApiProperty({ description: 'Another account that you belong to' })
  @IsId()
  readonly account!: string;
}

class UpdateProfile {
  @ApiProperty({ examples: ['Ada Lovelace'] })
  @IsText({ max: 100 })
  readonly name!: string;
}

class ConfirmedByPassword {
  @ApiProperty(PASSWORD)
  @IsPassword()
  readonly currentPassword!: string;
}

class ChangePassword extends ConfirmedByPassword {
  @ApiProperty({ examples: ['another horse battery'] })
  @IsNewPassword()
  readonly password!: string;
}

class DeleteIdentity extends ConfirmedByPassword {
  @ApiProperty({ examples: ['https://id.example.com'] })
  @IsText({ max: 1_000 })
  readonly issuer!: string;
}

class ConfirmSecondFactor {
  @ApiProperty({ examples: ['287082'] })
  @IsText({ max: MAX_CODE })
  readonly code!: string;
}

const SessionView = View('Session', {
  _id: Id(),
  user: Id({ description: 'The account' }),
  member: Id(),
  userAgent: OrNull(Text('Mozilla/5.0'), { examples: ['Mozilla/5.0'] }),
  isCurrent: Type.Boolean({ description: 'Whether this is the session of the request' }),
  createdAt: Time(),
  lastUsedAt: Time(),
  expiresAt: Time({ description: 'When the session ends if it is not used' }),
});
const CurrentSessionView = View('CurrentSession', {
  ...SessionView.properties,
  csrfToken: Text('n2u0…', {
    description: 'For the header `X-CSRF-Token`, which all methods except GET require',
  }),
});
const shown = ({ id, userId, memberId, ...session }: Session, isCurrent: boolean) => ({
  ...session,
  ...{ _id: id, user: userId, member: memberId, isCurrent },
});
const presentSession = (sessionId: string) =>
  presenter(SessionView, (session: Session) => shown(session, session.id === sessionId));
const presentCurrent = presenter(
  CurrentSessionView,
  ({ session, token }: { session: Session; token: SessionToken }) => ({
    ...shown(session, true),
    csrfToken: token.csrfToken,
  }),
);

const ProfileView = View('Profile', {
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
const presentProfile = presenter(ProfileView, ({ id, accounts, identities = [], ...login }: Login) => ({
  ...login,
  _id: id,
  identities,
  accounts: accounts.map(({ userId, memberId, name, role }) => ({
    user: userId,
    name,
    member: memberId,
    role,
  })),
}));

/** Present once; a replayed answer lacks it. */
const SecondFactorView = View('SecondFactor', {
  uri: Type.Optional(
    Text('otpauth://totp/Carillon:ada%40example.com?secret=GEZDGNBVGY3TQOJQ&issuer=Carillon', {
      description: "For a QR code. It is shown only once, and replayed responses don't contain it",
    }),
  ),
});
const RecoveryCodesView = View('RecoveryCodes', {
  recoveryCodes: Type.Optional(
    Type.Array(Text('abcd-efgh-ijkl-mnop'), {
      description: "Shown only once. Replayed responses don't contain it",
    }),
  ),
});

/** Signing in and out. */
@Controller('api/v1/sessions')
export class SessionsController {
  private readonly isSecure: boolean;

  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly credentials: Credentials,
    private readonly networks: ClientNetworks,
    private readonly devices: KnownDevices,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.isSecure = PUBLIC_URL.startsWith('https:');
  }

  @Post()
  @WithoutKey()
  @Operation({
    creates: 'session',
    summary: 'Sign in',
    description:
      "Starts a session, whose token is in a cookie, and ends the session of the request. The response doesn't reveal whether the address or the password is incorrect. Incorrect passwords are limited per address and per network. Correct ones are also limited, but less strictly. If others exhaust the limit of an address, the person can still sign in from a browser that they used before, or with a `code`. In this case, the `errors` of the 429 contain the field `code`.",
    answer: CurrentSessionView,
    errors: ['sign_in_failed', 'second_factor_required', 'rate_limited'],
  })
  async createSession(
    @Body() input: CreateSession,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const [id, token] = [mintId(), SessionToken.mint()];
    const email = canonical('EMAIL', input.email);
    const { 'user-agent': userAgent } = request.headers;
    const network = this.networks.of(request.raw);
    const device = this.devices.find(request, email);
    const who = { email, network, device, hasCode: input.code !== undefined };
    const session = await this.credentials.attempt(who, (needsSecondFactor) =>
      this.messenger.request('session.create', {
        ...{ id, email, tokenHash: token.hash },
        password: this.credentials.seal(input.password, loginContext(id, 'password')),
        code: input.code === undefined ? null : this.credentials.seal(input.code, loginContext(id, 'code')),
        userId: input.account ?? null,
        userAgent: userAgent?.slice(0, MAX_AGENT) ?? null,
        endsHash: SessionToken.of(request, this.isSecure)?.hash ?? null,
        needsSecondFactor,
      }),
    );
    token.setCookie(reply, this.isSecure);
    this.devices.remember(request, reply, email);
    reply.header('location', `/api/v1/sessions/${session.id}`);
    return { data: { createSession: presentCurrent({ session, token }) } };
  }

  @Get()
  @NeedsSession()
  @Operation({
    summary: 'List your sessions',
    description: 'In all accounts that you belong to.',
    answer: Type.Array(SessionView),
  })
  async sessions(
    @InSession() { loginId, sessionId }: OwnSession,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const sessions = await this.lists.answer(reply, { userId: loginId, query }, (slice) =>
      this.messenger.request('session.list', { loginId, ...slice }),
    );
    return { data: { sessions: sessions.map(presentSession(sessionId)) } };
  }

  @Get('current')
  @NeedsSession()
  @Operation({ summary: 'Read the session of this request', answer: CurrentSessionView })
  async currentSession(@InSession() { loginId, sessionId, token }: OwnSession) {
    const session = await this.messenger.request('session.get', { loginId, id: sessionId });
    return { data: { currentSession: presentCurrent({ session, token }) } };
  }

  @Patch('current')
  @NeedsSession()
  @Operation({
    summary: 'Switch to another account',
    description:
      "Continues the session in another account that you belong to, with a new token in the cookie and a new `csrfToken`. The previous ones become invalid. The expiration time doesn't change.",
    answer: CurrentSessionView,
    errors: ['user_not_found'],
  })
  async updateSession(
    @InSession() { loginId, sessionId: id }: OwnSession,
    @Body() { account: userId }: UpdateSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = SessionToken.mint();
    const asked = { loginId, id, userId, tokenHash: token.hash };
    const session = await this.messenger.request('session.switch', asked);
    token.setCookie(reply, this.isSecure);
    return { data: { updateSession: presentCurrent({ session, token }) } };
  }

  @Get(':id')
  @NeedsSession()
  @Operation({ summary: 'Read a session', answer: SessionView })
  async session(
    @InSession() { loginId, sessionId }: OwnSession,
    @Param('id', existing('session')) id: string,
  ) {
    const session = await this.messenger.request('session.get', { loginId, id });
    return { data: { session: presentSession(sessionId)(session) } };
  }

  @Delete(':id')
  @NeedsSession()
  @Operation({
    summary: 'End a session',
    description: 'Signs out. The change takes effect everywhere within about a second.',
    answer: DeletedView,
  })
  async deleteSession(
    @InSession() { by, loginId, sessionId }: OwnSession,
    @Param('id', existing('session')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const deleted = await this.messenger.request('session.delete', { by, loginId, id });
    if (id === sessionId) clearCookie(reply, this.isSecure);
    return { data: { deleteSession: presentDeleted(deleted) } };
  }
}

/** The signed-in person. */
@Controller('api/v1/profile')
export class ProfileController {
  private readonly isSecure: boolean;

  constructor(
    private readonly messenger: Messenger,
    private readonly credentials: Credentials,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.isSecure = PUBLIC_URL.startsWith('https:');
  }

  @Get()
  @NeedsSession()
  @Operation({
    summary: 'Read your profile',
    description: 'Returns all stored data about you, and the accounts that you belong to.',
    answer: ProfileView,
  })
  async profile(@InSession() { loginId }: OwnSession) {
    const login = await this.messenger.request('login.get', { id: loginId });
    return { data: { profile: presentProfile(login) } };
  }

  @Patch()
  @NeedsSession()
  @Operation({ summary: 'Change your name', answer: ProfileView })
  async updateProfile(@InSession() own: OwnSession, @Body() { name }: UpdateProfile) {
    const login = await this.messenger.request('login.rename', { ...idsOf(own), name });
    return { data: { updateProfile: presentProfile(login) } };
  }

  @Post('password')
  @HttpCode(200)
  @NeedsSession()
  @Operation({
    summary: 'Change your password',
    description:
      'Ends all your other sessions. This session continues with a new token in the cookie. Read its `csrfToken` from `GET /sessions/current`.',
    answer: ProfileView,
    errors: ['password_not_set'],
  })
  async changePassword(
    @InSession() own: OwnSession,
    @Body() input: ChangePassword,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = SessionToken.mint();
    const login = await this.confirmed(own, input, (current) =>
      this.messenger.request('login.change-password', {
        ...idsOf(own),
        current,
        password: this.credentials.seal(input.password, loginContext(own.sessionId, 'password')),
        tokenHash: token.hash,
      }),
    );
    token.setCookie(reply, this.isSecure);
    return { data: { changePassword: presentProfile(login) } };
  }

  @Post('second-factor')
  @HttpCode(200)
  @NeedsSession()
  @AnswersSecret('uri')
  @Operation({
    summary: 'Start to set up a second factor',
    description:
      'For an authenticator app (RFC 6238). Nothing changes until you confirm it with a code from the app.',
    answer: SecondFactorView,
    errors: ['second_factor_exists', 'password_not_set'],
  })
  async createSecondFactor(@InSession() own: OwnSession, @Body() input: ConfirmedByPassword) {
    const totp = mintTotpSecret();
    const secret = this.credentials.seal(totp, loginContext(own.sessionId, 'secret'));
    const { email } = await this.confirmed(own, input, (current) =>
      this.messenger.request('login.begin-second-factor', { ...idsOf(own), current, secret }),
    );
    return { data: { createSecondFactor: { uri: otpauthUri(totp, email) } } };
  }

  @Post('second-factor/confirm')
  @HttpCode(200)
  @NeedsSession()
  @AnswersSecret('recoveryCodes')
  @Operation({
    summary: 'Confirm a second factor',
    description:
      'From now on, signing in requires a `code`. Each recovery code replaces a code once. All your other sessions end.',
    answer: RecoveryCodesView,
    errors: ['second_factor_exists', 'second_factor_not_begun'],
  })
  async confirmSecondFactor(@InSession() own: OwnSession, @Body() { code }: ConfirmSecondFactor) {
    const recoveryCodes = mintRecoveryCodes();
    const command = {
      ...idsOf(own),
      code: this.credentials.seal(code, loginContext(own.sessionId, 'code')),
      recoveryHashes: recoveryCodes.map(hashRecoveryCode),
    };
    await this.credentials.confirm(own.loginId, () =>
      this.messenger.request('login.confirm-second-factor', command),
    );
    return { data: { confirmSecondFactor: { recoveryCodes } } };
  }

  @Delete('second-factor')
  @NeedsSession()
  @Operation({ summary: 'Remove your second factor', answer: ProfileView, errors: ['password_not_set'] })
  async deleteSecondFactor(@InSession() own: OwnSession, @Body() input: ConfirmedByPassword) {
    const login = await this.confirmed(own, input, (current) =>
      this.messenger.request('login.remove-second-factor', { ...idsOf(own), current }),
    );
    return { data: { deleteSecondFactor: presentProfile(login) } };
  }

  @Delete('identities')
  @NeedsSession()
  @Operation({
    summary: 'Unlink a provider identity',
    description:
      'You can no longer sign in through the provider, and all your other sessions end. If you sign in there again with your address, it is linked again.',
    answer: ProfileView,
    errors: ['password_not_set'],
  })
  async deleteIdentity(@InSession() own: OwnSession, @Body() input: DeleteIdentity) {
    const { issuer } = input;
    const login = await this.confirmed(own, input, (current) =>
      this.messenger.request('login.unlink', { ...idsOf(own), current, issuer }),
    );
    return { data: { deleteIdentity: presentProfile(login) } };
  }

  private confirmed<T>(
    { loginId, sessionId }: OwnSession,
    { currentPassword }: ConfirmedByPassword,
    work: (current: string) => Promise<T>,
  ): Promise<T> {
    const current = this.credentials.seal(currentPassword, loginContext(sessionId, 'current'));
    return this.credentials.confirm(loginId, () => work(current));
  }
}

function idsOf({ by, loginId, sessionId }: OwnSession): Omit<OwnSession, 'token'> {
  return { by, loginId, sessionId };
}
