/** A template that the server stores: https://www.twilio.com/docs/content/content-api-resources */
export interface StoredTemplate {
  readonly sid: string;
  readonly name: string;
  readonly language: string;
  readonly category: 'MARKETING' | 'UTILITY';
  readonly status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled' | 'received' | 'unsubmitted';
  readonly rejectionReason?: string;
  /** The content by its type, such as `twilio/text`. */
  readonly types: Readonly<Record<string, { readonly body: string } & Readonly<Record<string, unknown>>>>;
  /** The sample values of the variables. */
  readonly variables: Readonly<Record<string, string>>;
}

interface PageOf {
  readonly start: number;
  readonly pageSize: number;
  /** The URL of the list. */
  readonly url: string;
}

/** Returns a page of templates with their approval requests. */
export function contentPage(all: readonly StoredTemplate[], { start, pageSize, url }: PageOf): object {
  const pageUrl = (from: number): string =>
    `${url}?PageSize=${pageSize}&Page=${Math.floor(from / pageSize)}&PageToken=${pageToken(from)}`;
  const end = start + pageSize;
  return {
    meta: {
      page: Math.floor(start / pageSize),
      page_size: pageSize,
      first_page_url: `${url}?PageSize=${pageSize}&Page=0`,
      previous_page_url: start > 0 ? pageUrl(Math.max(0, start - pageSize)) : null,
      url: pageUrl(start),
      next_page_url: end < all.length ? pageUrl(end) : null,
      key: 'contents',
    },
    contents: all.slice(start, end).map(resourceOf),
  };
}

function pageToken(start: number): string {
  return `PT${start}`;
}

/** Returns the position that a page token names. Null: it isn't a page token. */
export function readPageToken(token: string): number | null {
  const [, position] = /^PT(\d{1,6})$/.exec(token) ?? [];
  return position === undefined ? null : Number(position);
}

/** Returns the text that the recipient of a template gets. */
export function filled({ types }: StoredTemplate, values: readonly (readonly [string, string])[]): string {
  const [{ body } = { body: '' }] = Object.values(types);
  const byName = new Map(values);
  return body.replace(/\{\{([^{}]+)\}\}/g, (placeholder, name: string) => byName.get(name) ?? placeholder);
}

/** All accounts have the same templates. */
const OWNER = `AC${'0'.repeat(32)}`;

/** https://www.twilio.com/docs/content/content-api-resources#fetch-an-approval-status-request */
export function approvalResource(template: StoredTemplate): object {
  const { sid } = template;
  return { sid, account_sid: OWNER, url: null, whatsapp: approvalOf(template) };
}

function resourceOf(template: StoredTemplate) {
  const { sid, name, language, types, variables } = template;
  return {
    ...{ sid, account_sid: OWNER, friendly_name: name, language, variables, types },
    date_created: '2026-03-01T10:00:00Z',
    date_updated: '2026-03-01T10:00:00Z',
    approval_requests: approvalOf(template),
  };
}

function approvalOf({ name, category, types, status, rejectionReason }: StoredTemplate) {
  return {
    ...{ name, category, content_type: Object.keys(types)[0] ?? null, status },
    rejection_reason: rejectionReason ?? '',
    allow_category_change: true,
  };
}
