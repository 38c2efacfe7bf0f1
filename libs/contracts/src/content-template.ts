import { type Static, Type } from '@sinclair/typebox';
import { command, read } from './define';
import { Id, Nullable, Page, PageRequest } from './field-types';
import { OpenSender } from './sender';

/** Whether WhatsApp approved a template. UNSUBMITTED: it was never submitted, or the provider names no status. */
export const contentTemplateStatuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'UNSUBMITTED',
] as const;
export type ContentTemplateStatus = (typeof contentTemplateStatuses)[number];

/** What WhatsApp charges a template as. */
export const contentTemplateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export type ContentTemplateCategory = (typeof contentTemplateCategories)[number];

/**
 * A WhatsApp template that the provider stores. `body` is its text with placeholders such as `{{1}}`, null if the
 * provider's kind of template has none. `variables` are the names of the placeholders, with the provider's sample
 * values. `buttons` are the labels of its buttons. Absent `category`: the provider names none.
 */
export const ContentTemplate = Type.Object({
  contentSid: Type.String(),
  name: Type.String(),
  language: Type.String(),
  status: Type.Unsafe<ContentTemplateStatus>(
    Type.Union(contentTemplateStatuses.map((status) => Type.Literal(status))),
  ),
  rejectionReason: Nullable(Type.String()),
  category: Type.Optional(Type.Unsafe<ContentTemplateCategory>(Type.String())),
  body: Nullable(Type.String()),
  variables: Type.Record(Type.String(), Type.String()),
  buttons: Type.Array(Type.String()),
  hasMedia: Type.Boolean(),
});
export type ContentTemplate = Static<typeof ContentTemplate>;

/** The most templates of one question: one for each language of a campaign. */
const MAX_ASKED = 50;
const Asked = Type.Array(Type.String(), { maxItems: MAX_ASKED });

/** What the provider knows of each template, by its ID. MISSING: it has no such template. Left out: it was not asked. */
const Statuses = Type.Record(Type.String(), Type.Unsafe<ContentTemplateStatus | 'MISSING'>(Type.String()));

/** How long the gateway waits for a page, and how long the account service waits for the worker (milliseconds). */
const TIMEOUT_MS = { gateway: 15_000, account: 13_000 };
/** How long a campaign waits for the statuses of its templates, and the account service for the worker (milliseconds). */
const STATUSES_MS = { campaign: 6_000, account: 5_000 };
/** The limit of the provider: less than its caller waits. */
export const TEMPLATE_STATUSES_MS = 4_000;

export const contentTemplateMessages = {
  /**
   * The templates of a WhatsApp sender, in the provider's order. Errors: sender_not_found; content_templates_unsupported
   * if the provider of the sender has no templates; provider_failed if it refuses the request or doesn't respond.
   */
  'sender.content-templates': read(
    'account',
    Type.Object({ userId: Id, id: Id, ...PageRequest }),
    Page(ContentTemplate),
    { timeoutMs: TIMEOUT_MS.gateway },
  ),
  /** Asks the provider. Errors: as above. */
  'whatsapp.content-templates': command(
    'whatsapp-worker',
    Type.Object({ sender: OpenSender, ...PageRequest }),
    Page(ContentTemplate),
    { timeoutMs: TIMEOUT_MS.account },
  ),
  /**
   * The statuses of templates at the provider of a WhatsApp sender. `id` null: the default sender. Errors: as above, and
   * content_templates_unsupported if there is no such sender.
   */
  'sender.content-template-statuses': read(
    'account',
    Type.Object({ userId: Id, id: Nullable(Id), contentSids: Asked }),
    Type.Object({ statuses: Statuses }),
    { timeoutMs: STATUSES_MS.campaign },
  ),
  'whatsapp.content-template-statuses': command(
    'whatsapp-worker',
    Type.Object({ sender: OpenSender, contentSids: Asked }),
    Type.Object({ statuses: Statuses }),
    { timeoutMs: STATUSES_MS.account },
  ),
};
