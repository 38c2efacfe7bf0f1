import { Injectable } from '@nestjs/common';
import { type OpenedIntegration, Provider, type ProviderResult } from '@carillon/channel';
import { type Template, compileTemplate } from '@carillon/content';
import type { DispatchContent, HandRecipient } from '@carillon/contracts';
import { TELEGRAM } from '../row';

interface Answer {
  ok: boolean;
  result?: { message_id: number };
}

/** Telegram, by a method of its Bot API: the token is a part of the path, and every answer says `ok`. */
@Injectable()
export class TelegramProvider extends Provider<Template> {
  override compile({ bodies }: DispatchContent): Template {
    return compileTemplate(bodies[TELEGRAM] ?? '', 'text');
  }

  override async send(
    { address, variables }: HandRecipient,
    message: Template,
    { settings, secrets }: OpenedIntegration,
  ): Promise<ProviderResult> {
    const response = await fetch(`${String(settings.url)}/bot${secrets.botToken ?? ''}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: address, text: message.render(variables) }),
    });
    const { ok, result } = (await response.json()) as Answer;
    if (ok) return { kind: 'sent', providerId: String(result?.message_id) };
    return { kind: 'failed', reason: 'REFUSED', permanent: true, code: String(response.status) };
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}
