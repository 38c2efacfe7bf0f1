import {
  type ContentTemplate,
  type ContentTemplateStatus,
  contentTemplateCategories,
  contentTemplateStatuses,
} from '@carillon/contracts';
import { type Fields, fieldsIn, textIn } from '@carillon/http-client';
import { listIn } from '../lists';
import { readTemplateId, templateIdOf, variableNames } from './template-message';

/** What is read of each template: samples of media make the list large. */
export const TEMPLATE_FIELDS = 'name,language,status,category,rejected_reason,components';
export const STATUS_FIELDS = 'name,language,status';

export interface TemplatePage {
  items: ContentTemplate[];
  /** The cursor of the next page. Null: this is the last page. */
  next: string | null;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-account/template-api */
export function templatePage(body: unknown): TemplatePage {
  const { data, paging } = fieldsIn(body);
  const { cursors, next } = fieldsIn(paging);
  const after = textIn(fieldsIn(cursors).after);
  return { items: templatesIn(data), next: textIn(next) === '' || after === '' ? null : after };
}

/** The statuses of templates by their IDs in Carillon. */
export function statusesIn(body: unknown): Map<string, ContentTemplateStatus> {
  const templates = listIn(fieldsIn(body).data).map(fieldsIn);
  return new Map(templates.map((each) => [idOf(each), statusOf(each.status)]));
}

/** Omits templates whose name or language has an unexpected form, because Carillon can't send them. */
function templatesIn(data: unknown): ContentTemplate[] {
  return listIn(data)
    .map(fieldsIn)
    .filter((each) => readTemplateId(idOf(each)) !== null)
    .map(contentTemplate);
}

function idOf({ name, language }: Fields): string {
  return templateIdOf({ name: textIn(name), language: textIn(language) });
}

function contentTemplate(template: Fields): ContentTemplate {
  const { name, language, status, rejected_reason: reason, category, components } = template;
  const parts = new Map(
    listIn(components)
      .map(fieldsIn)
      .map((part) => [textIn(part.type).toUpperCase(), part] as const),
  );
  const [header = {}, body = {}, footer = {}] = ['HEADER', 'BODY', 'FOOTER'].map((type) => parts.get(type));
  const buttons = listIn(parts.get('BUTTONS')?.buttons).map(fieldsIn);
  const title = textIn(header.text).replace(
    placeholder,
    (_, name: string) => `{{${variableNames.header(name)}}}`,
  );
  const lines = [title, textIn(body.text), textIn(footer.text)].filter((line) => line !== '');
  const format = textIn(header.format).toUpperCase();
  const known = contentTemplateCategories.find((each) => each === category);
  const rejection = textIn(reason);
  return {
    contentSid: idOf(template),
    name: textIn(name),
    language: textIn(language),
    status: statusOf(status),
    rejectionReason: rejection === '' || rejection === 'NONE' ? null : rejection,
    ...(known && { category: known }),
    body: lines.length === 0 ? null : lines.join('\n'),
    variables: {
      ...headerVariables(header, format),
      ...variablesIn(body, 'body_text', (variable) => variable),
      ...Object.fromEntries(buttons.flatMap(buttonVariable)),
    },
    buttons: buttons.map(({ text }) => textIn(text)).filter((label) => label !== ''),
    hasMedia: mediaFormats.has(format),
  };
}

const placeholder = /\{\{\s*([a-z0-9_]+)\s*\}\}/g;
const mediaFormats = new Set(['IMAGE', 'VIDEO', 'DOCUMENT']);

function headerVariables(header: Fields, format: string): Record<string, string> {
  if (!mediaFormats.has(format)) return variablesIn(header, 'header_text', variableNames.header);
  // Meta's sample file expires, so messages can't use it.
  return { [variableNames.media(format)]: '' };
}

/** The variables of a text with their samples: a list for numbered variables, and pairs for the others. */
function variablesIn(
  { text, example }: Fields,
  sampleField: string,
  nameOf: (variable: string) => string,
): Record<string, string> {
  const samples = fieldsIn(example);
  const listed = listIn(samples[sampleField]);
  const numbered = Array.isArray(listed[0]) ? listIn(listed[0]) : listed;
  const named = new Map(
    listIn(samples[`${sampleField}_named_params`])
      .map(fieldsIn)
      .map((each) => [textIn(each.param_name), textIn(each.example)] as const),
  );
  const names = [...textIn(text).matchAll(placeholder)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => [nameOf(name), named.get(name) ?? textIn(numbered[Number(name) - 1])]),
  );
}

/** The sample of a URL is the whole URL. */
function buttonVariable({ type, url, example }: Fields, index: number): [string, string][] {
  const [sample] = Array.isArray(example) ? (example as unknown[]) : [example];
  const kind = textIn(type).toUpperCase();
  if (kind === 'COPY_CODE') return [[variableNames.coupon(index), textIn(sample)]];
  const [before = '', ...rest] = textIn(url).split('{{1}}');
  if (rest.length === 0) return [];
  const value = textIn(sample);
  return [[variableNames.button(index), value.startsWith(before) ? value.slice(before.length) : value]];
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview */
function statusOf(value: unknown): ContentTemplateStatus {
  const status = textIn(value).toUpperCase();
  if (status === 'IN_APPEAL' || status === 'LIMIT_EXCEEDED') return 'REJECTED';
  if (/^(?:PENDING_DELETION|DELETED|ARCHIVED)$/.test(status)) return 'DISABLED';
  return contentTemplateStatuses.find((each) => each === status) ?? 'UNSUBMITTED';
}
