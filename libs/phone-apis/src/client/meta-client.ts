import { type ContentTemplateStatus, SENDER_CHECK_MS, type StandingChange } from '@carillon/contracts';
import { causes, RequestFault, fieldsIn, unanswered } from '@carillon/http-client';
import { type WhatsappMessage, metaApi, numberRequest, requestTo, settingsOf } from '../meta/meta-api';
import { messagingLimit, standingOf } from '../meta/standing';
import { readTemplateId } from '../meta/template-message';
import {
  STATUS_FIELDS,
  TEMPLATE_FIELDS,
  type TemplatePage,
  statusesIn,
  templatePage,
} from '../meta/templates';
import type { PhoneAccount } from '../phone-api';
import type { SendFailure } from './judge-refusal';
import { PhoneApiClient } from './phone-api-client';

/** The number of templates in one response, whose size is limited. */
const LONGEST_PAGE = 50;
/** A template can have a translation for each of about 70 languages. */
const MOST_LANGUAGES = 100;
const LIMIT_FIELD = 'whatsapp_business_manager_messaging_limit';

/** A client of Meta's WhatsApp Cloud API. */
export class MetaClient {
  private readonly api = metaApi();
  private readonly client: PhoneApiClient<WhatsappMessage>;

  /** @param most the maximum number of concurrent connections */
  constructor(url: string, most: number) {
    this.client = new PhoneApiClient(this.api, url, most);
  }

  /** Sends one message. Always resolves within `timeoutMs`. */
  send(account: PhoneAccount, message: WhatsappMessage, now: Date, timeoutMs: number) {
    return this.client.send(account, message, now, timeoutMs);
  }

  /**
   * Tests the token, the app secret, the phone number, and the account with the templates, and sends `message` if given.
   * Returns why they can't be used, or null, and what Meta says about the number.
   */
  async tryOut(
    account: PhoneAccount,
    message: WhatsappMessage | null,
    now: Date,
  ): Promise<{ failure: SendFailure | null; standing: StandingChange | null }> {
    const deadline = performance.now() + SENDER_CHECK_MS;
    const left = (): number => Math.max(1, deadline - performance.now());
    const number = await this.client.read(this.api.check(account, now), left());
    if (number.kind !== 'read') return { failure: number, standing: null };
    const { businessAccountId } = settingsOf(account);
    const [templates, limit] = await Promise.all([
      this.client.read(requestTo(account, `${businessAccountId}/message_templates`, { limit: '1' }), left()),
      this.client.read(numberRequest(account, LIMIT_FIELD), left()),
    ]);
    // The limit is not needed for sending.
    const { [LIMIT_FIELD]: tier } = fieldsIn(limit.kind === 'read' ? limit.body : null);
    const known = messagingLimit(tier);
    const standing = { ...standingOf(number.body), ...(known !== null && { messagingLimit: known }) };
    if (templates.kind !== 'read') return { failure: templates, standing };
    if (message === null) return { failure: null, standing };
    const result = await this.send(account, message, now, left());
    return { failure: result.kind === 'sent' ? null : result, standing };
  }

  /** A page of the templates, in Meta's order. `after` is the `next` of the previous page. */
  async templates(
    account: PhoneAccount,
    { after, limit }: { after: string | null; limit: number },
    timeoutMs: number,
  ): Promise<({ kind: 'page' } & TemplatePage) | SendFailure> {
    const query = { fields: TEMPLATE_FIELDS, limit: String(Math.min(limit, LONGEST_PAGE)) };
    const answer = await this.list(account, { ...query, ...(after !== null && { after }) }, timeoutMs);
    return answer.kind === 'read' ? { kind: 'page', ...templatePage(answer.body) } : answer;
  }

  /** The statuses of templates by their IDs. A template that Meta doesn't have is MISSING. */
  async templateStatuses(
    account: PhoneAccount,
    ids: readonly string[],
    timeoutMs: number,
  ): Promise<
    { kind: 'statuses'; statuses: Record<string, ContentTemplateStatus | 'MISSING'> } | SendFailure
  > {
    const names = [
      ...new Set(ids.map((id) => readTemplateId(id)?.name).filter((name) => name !== undefined)),
    ];
    const answers = await Promise.all(
      names.map((name) =>
        this.list(account, { fields: STATUS_FIELDS, name, limit: String(MOST_LANGUAGES) }, timeoutMs),
      ),
    );
    const found = new Map<string, ContentTemplateStatus>();
    for (const answer of answers) {
      if (answer.kind !== 'read') return answer;
      for (const [id, status] of statusesIn(answer.body)) found.set(id, status);
    }
    const statuses = Object.fromEntries(ids.map((id) => [id, found.get(id) ?? ('MISSING' as const)]));
    return { kind: 'statuses', statuses };
  }

  close(): void {
    this.client.close();
  }

  private async list(account: PhoneAccount, query: Readonly<Record<string, string>>, timeoutMs: number) {
    const path = `${settingsOf(account).businessAccountId}/message_templates`;
    const answer = await this.client.read(requestTo(account, path, query), timeoutMs);
    if (answer.kind !== 'read' || Array.isArray(fieldsIn(answer.body).data)) return answer;
    return unanswered(new RequestFault('after', causes.unreadable), this.api.name);
  }
}
