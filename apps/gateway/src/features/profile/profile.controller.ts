import {
  hashRecoveryCode,
  loginContext,
  mintRecoveryCodes,
  mintTotpSecret,
  otpauthUri,
} from '@carillon/vault';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { AnswersSecret } from '../../http/idempotency/hooks';
import { Operation } from '../../openapi/operation';
import { InSession, NeedsSession, type OwnSession } from '../../security/caller';
import { SessionToken } from '../../security/session-token';
import { Credentials } from '../credentials';
import { ProfileView, presentProfile, SecondFactorView, RecoveryCodesView } from './profile.presenter';
import {
  UpdateProfile,
  ChangePassword,
  ConfirmedByPassword,
  ConfirmSecondFactor,
  DeleteIdentity,
} from './profile.input';

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
      'Afterward, signing in requires a `code`. Each recovery code replaces a code once. All your other sessions end.',
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
