import { ChannelWorker, type ProviderResult, SendAlone } from '@carillon/channel';
import type { Payload, Reply, SignUpMailState } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';

/** Sends the emails that ask people to confirm their address. */
@Controller()
export class SignUpMailsController {
  constructor(
    private readonly worker: ChannelWorker,
    private readonly sendAlone: SendAlone,
  ) {}

  @Command('sign-up.send-mail')
  send(mail: Payload<'sign-up.send-mail'>): Promise<Reply<'sign-up.send-mail'>> {
    return this.worker.alongside(this.sendOnce(mail));
  }

  private async sendOnce(mail: Payload<'sign-up.send-mail'>): Promise<Reply<'sign-up.send-mail'>> {
    const { signUpId, userId, senderId, content, recipient } = mail;
    const prepared = await this.sendAlone.prepare(userId, senderId, content);
    if ('kind' in prepared) return replyTo(prepared);
    const deliveryId = `sign-up-${signUpId}`;
    return replyTo(await this.sendAlone.send('EMAIL', userId, recipient, prepared, deliveryId));
  }
}

/** An email is sent again if it is unknown whether it was sent. If a person receives two emails, both links work. */
function replyTo(result: ProviderResult): Reply<'sign-up.send-mail'> {
  const state: SignUpMailState =
    result.kind === 'sent' ? 'SENT' : result.kind === 'failed' && result.permanent ? 'FAILED' : 'RETRY';
  return { state, retryAfterMs: result.kind === 'throttled' ? result.retryAfterMs : null };
}
