import {
  type ContentTemplate,
  type ContentTemplateStatus,
  contentTemplateCategories,
  contentTemplateStatuses,
} from '@carillon/contracts';
import { RequestFault, causes } from '@carillon/http-client';

export interface TemplatePage {
  kind: 'page';
  items: ContentTemplate[];
  /** The token of the next page. Null: this is the last page. */
  next: string | null;
}

export interface TemplateStatuses {
  kind: 'statuses';
  statuses: Record<string, ContentTemplateStatus | 'MISSING'>;
}

/** Twilio's answer, whose details the library doesn't type. */
interface Answer {
  instances: object[];
  nextPageUrl?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A template body of WhatsApp has at most 1,024 characters, and cards have up to 1,600. */
const LONGEST_TEXT = 4_000;

/** Reads a page of templates. Templates without an ID are left out. @throws RequestFault if it has no readable end */
export function templatePage({ instances, nextPageUrl }: Answer): TemplatePage {
  const items = instances
    .map((each) => templateOf(each as Fields))
    .filter(({ contentSid }) => contentSid !== '');
  return { kind: 'page', items, next: nextPageUrl ? tokenIn(nextPageUrl) : null };
}

function tokenIn(url: string): string | null {
  try {
    return new URL(url).searchParams.get('PageToken');
  } catch {
    throw new RequestFault('after', causes.unreadable);
  }
}

/** https://www.twilio.com/docs/content/content-api-resources#fetch-content-and-approval-requests */
function templateOf({
  sid,
  friendlyName,
  language,
  variables,
  types,
  approvalRequests,
}: Fields): ContentTemplate {
  const [first = {}] = Object.values(fieldsOf(types)).map(fieldsOf);
  const approval = fieldsOf(Array.isArray(approvalRequests) ? approvalRequests[0] : approvalRequests);
  const rejection = text(approval.rejection_reason);
  const category = contentTemplateCategories.find((each) => each === approval.category);
  return {
    contentSid: text(sid),
    name: text(friendlyName),
    language: text(language),
    status: approvalStatus(approval.status),
    rejectionReason: rejection === '' ? null : rejection,
    ...(category && { category }),
    body: bodyOf(first),
    variables: variablesOf(variables),
    buttons: listOf(first.actions)
      .map((each) => text(fieldsOf(each).title))
      .filter((label) => label !== ''),
    hasMedia: listOf(first.media).length > 0,
  };
}

/** The text of the kinds of templates: `body`, or the title and the subtitle of a card. */
function bodyOf({ body, title, subtitle }: Fields): string | null {
  const lines = [title, body, subtitle].map(text).filter((line) => line !== '');
  return lines.length === 0 ? null : lines.join('\n');
}

/** Twilio also calls a submitted template that WhatsApp has not begun to review `received`. */
export function approvalStatus(value: unknown): ContentTemplateStatus {
  const status = text(value).toUpperCase();
  if (status === 'RECEIVED') return 'PENDING';
  return contentTemplateStatuses.find((each) => each === status) ?? 'UNSUBMITTED';
}

function variablesOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, sample]) => [name, text(sample)]));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}
