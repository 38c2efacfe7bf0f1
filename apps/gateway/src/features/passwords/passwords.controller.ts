import { hash } from 'node:crypto';
import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { canonical } from '../../http/input/channel';
import { Operation } from '../../openapi/operation';
import { WithoutKey } from '../../security/caller';
import { ClientNetworks } from '../../security/client-networks';
import { KnownDevices } from '../../security/known-devices';
import { Credentials } from '../credentials';
import { AddressView } from './password.presenter';
import { ForgottenPassword, SetPassword } from './password.input';

/** Password resets, and links from emails. */
@Controller('api/v1/passwords')
export class PasswordsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly credentials: Credentials,
    private readonly networks: ClientNetworks,
    private readonly devices: KnownDevices,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Post('forgotten')
  @HttpCode(202)
  @WithoutKey()
  @Operation({
    summary: 'Request a password reset link',
    description:
      'Emails a link that works once, for an hour, if the address has a login. The response is the same for all addresses.',
    answer: AddressView,
    errors: ['rate_limited'],
  })
  async forgottenPassword(@Body() input: ForgottenPassword, @Req() { raw }: FastifyRequest) {
    const email = canonical('EMAIL', input.email);
    this.credentials.countMail(email, this.networks.of(raw));
    await this.messenger.request('password.forgotten', { email, publicUrl: this.config.PUBLIC_URL });
    return { data: { forgottenPassword: { email } } };
  }

  @Post()
  @HttpCode(200)
  @WithoutKey()
  @Operation({
    summary: 'Set a password with an emailed link',
    description:
      'Accepts an invitation, or replaces a forgotten password and ends all sessions of the person. Each link works once.',
    answer: AddressView,
    errors: ['link_not_found', 'rate_limited'],
  })
  async setPassword(
    @Body() { token, ...fields }: SetPassword,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const network = this.networks.of(request.raw);
    this.credentials.countLink(network);
    const used = await this.messenger.request('password.use-link', useOf(this.credentials, token, fields));
    this.credentials.forgive(used.email, network);
    this.devices.remember(request, reply, used.email);
    return { data: { setPassword: { email: used.email } } };
  }
}

export function useOf(
  credentials: Credentials,
  token: string,
  { name, password }: { name?: string | undefined; password?: string | undefined },
): Payload<'password.use-link'> {
  const tokenHash = hash('sha256', token);
  const sealed = password === undefined ? null : credentials.seal(password, `link:${tokenHash}:password`);
  return { tokenHash, name: name ?? null, password: sealed };
}
