import { loginContext } from '@carillon/vault';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { mintId } from '../../http/idempotency/minting';
import { canonical } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { InSession, NeedsSession, type OwnSession, WithoutKey } from '../../security/caller';
import { ClientNetworks } from '../../security/client-networks';
import { KnownDevices } from '../../security/known-devices';
import { SessionToken, clearCookie } from '../../security/session-token';
import { Credentials } from '../credentials';
import { CurrentSessionView, presentCurrent, SessionView, presentSession } from './session.presenter';
import { CreateSession, UpdateSession } from './session.input';

const MAX_AGENT = 200;

/** Sign-in and sign-out. */
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
    description: 'Lists your sessions in all accounts that you belong to.',
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
    const request = { loginId, id, userId, tokenHash: token.hash };
    const session = await this.messenger.request('session.switch', request);
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
