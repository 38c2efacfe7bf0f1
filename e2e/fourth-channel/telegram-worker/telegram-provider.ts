import { Injectable } from '@nestjs/common';
import { type OpenedSender, Provider, type ProviderResult, type CheckResult } from '@carillon/channel';
import { type Template, compileTemplate } from '@carillon/content';
import type { PublishedContent, LeasedRecipient } from '@carillon/contracts';
import { TELEGRAM } from '../row';

interface Answer {
  ok: boolean;
  result?: { message_id: number };
}

/** Telegram, with a method of its Bot API. The token is part of the path, and every response contains `ok`. */
@Injectable()
export class TelegramProvider extends Provider<Template> {
  override compile({ content }: PublishedContent): Template {
    return compileTemplate(content.bodies[TELEGRAM] ?? '', 'text');
  }

  override async send(
    { address, variables }: LeasedRecipient,
    message: Template,
    sender: OpenedSender,
  ): Promise<ProviderResult> {
    const text = message.render(variables);
    const { ok, code, result } = await ask(sender, 'sendMessage', { chat_id: address, text });
    if (ok) return { kind: 'sent', providerId: String(result?.message_id) };
    return { kind: 'failed', reason: 'REFUSED', permanent: true, code };
  }

  /** Whether Telegram knows the bot. */
  override async tryOut(sender: OpenedSender): Promise<CheckResult> {
    const { ok, code } = await ask(sender, 'getMe', {});
    return { ok, reason: ok ? null : 'LOGIN_REFUSED', providerCode: ok ? null : code, detail: null };
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

async function ask(
  { settings, secrets }: OpenedSender,
  method: string,
  question: object,
): Promise<Answer & { code: string }> {
  const response = await fetch(`${String(settings.url)}/bot${secrets.botToken ?? ''}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  return { ...((await response.json()) as Answer), code: String(response.status) };
}
