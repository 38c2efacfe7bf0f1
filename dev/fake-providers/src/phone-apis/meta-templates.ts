/** A template that Meta stores, with the fields of its API that the fake knows. */
export interface MetaTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
  readonly category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  readonly parameter_format?: 'NAMED' | 'POSITIONAL';
  readonly rejected_reason?: string;
  readonly components: readonly Fields[];
}

type Fields = Readonly<Record<string, unknown>>;

interface Slice {
  readonly limit: number;
  readonly start: number;
  /** Only templates whose name contains it. Null: all. */
  readonly name: string | null;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-account/template-api */
export function listed(templates: readonly MetaTemplate[], { limit, start, name }: Slice): object {
  const all = templates.filter((each) => name === null || each.name.includes(name));
  const end = start + limit;
  const cursor = (at: number): string => Buffer.from(String(at)).toString('base64url');
  const data = all.slice(start, end).map((each) => ({ rejected_reason: 'NONE', ...each }));
  if (data.length === 0) return { data };
  return {
    data,
    paging: {
      cursors: { before: cursor(start), after: cursor(end) },
      ...(end < all.length && { next: 'https://graph.facebook.com/next' }),
    },
  };
}

interface CallFault {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** Why a template can't be sent with these components. Null: it can. */
export function callFault(templates: readonly MetaTemplate[], call: Fields): CallFault | null {
  const template = called(templates, call);
  if (!template || template.status === 'PENDING' || template.status === 'REJECTED')
    return fault(404, 132001, 'Template name does not exist in the translation');
  if (template.status === 'PAUSED') return fault(400, 132015, 'Template is Paused');
  if (template.status === 'DISABLED') return fault(400, 132016, 'Template is Disabled');
  const given = listIn(call.components).map(fieldsIn);
  if (given.some(({ type }) => !['header', 'body', 'button'].includes(String(type))))
    return fault(400, 131009, 'Parameter value is not valid: components');
  for (const part of template.components) {
    const wrong = partFault(template, part, given);
    if (wrong) return wrong;
  }
  return null;
}

function partFault(template: MetaTemplate, part: Fields, given: readonly Fields[]): CallFault | null {
  const format = typeof part.format === 'string' ? part.format.toLowerCase() : '';
  switch (part.type) {
    case 'HEADER':
      if (format === 'text') return textFault(template, part.text, parametersOf(given, 'header'));
      return mediaFault(format, parametersOf(given, 'header'));
    case 'BODY':
      return textFault(template, part.text, parametersOf(given, 'body'));
    case 'BUTTONS':
      return (
        listIn(part.buttons)
          .map(fieldsIn)
          .map((button, index) => buttonFault(button, index, given))
          .find((each) => each !== null) ?? null
      );
    default:
      return null;
  }
}

function mediaFault(format: string, [first, ...more]: readonly Fields[]): CallFault | null {
  const { link } = fieldsIn(first?.[format]);
  if (!first || more.length > 0) return fault(400, 132000, 'Number of parameters does not match');
  if (first.type !== format) return fault(400, 132012, `header: Format mismatch, expected ${format}`);
  return typeof link === 'string' && URL.canParse(link) ? null : fault(400, 131053, 'Media upload error');
}

/** Numbered parameters are a list. Each named parameter has its name. */
function textFault(template: MetaTemplate, text: unknown, given: readonly Fields[]): CallFault | null {
  const names = namesIn(text);
  if (given.length !== names.length) return fault(400, 132000, 'Number of parameters does not match');
  const isNamed = template.parameter_format === 'NAMED';
  const isRight = given.every(({ type, text: value, parameter_name: name }) => {
    const isText = type === 'text' && typeof value === 'string' && value !== '' && !/[\n\t]| {5}/.test(value);
    return isText && (isNamed ? names.includes(String(name)) : name === undefined);
  });
  return isRight
    ? null
    : fault(400, 132012, 'Parameter format does not match format in the created template');
}

function buttonFault({ type, url }: Fields, index: number, given: readonly Fields[]): CallFault | null {
  const [kind, field] = type === 'COPY_CODE' ? ['copy_code', 'coupon_code'] : ['url', 'text'];
  const isNeeded = type === 'COPY_CODE' || (type === 'URL' && namesIn(url).length > 0);
  const own = given.find((each) => each.type === 'button' && String(each.index) === String(index));
  if (!isNeeded) return null;
  if (!own) return fault(400, 131008, `Button at index ${index} requires a parameter`);
  const [parameter] = listIn(own.parameters).map(fieldsIn);
  const value = parameter?.[field];
  return own.sub_type === kind && parameter?.type === field && typeof value === 'string' && value !== ''
    ? null
    : fault(400, 132018, `Invalid parameter of the button at index ${index}`);
}

/** The text that the recipient of a template gets. */
export function filledTemplate(templates: readonly MetaTemplate[], call: Fields): string {
  const given = listIn(call.components).map(fieldsIn);
  const lines = (called(templates, call)?.components ?? []).flatMap(({ type, text }): string[] => {
    if (typeof text !== 'string') return [];
    const values = parametersOf(given, type === 'HEADER' ? 'header' : 'body');
    return [
      text.replace(/\{\{([^{}]+)\}\}/g, (placeholder, name: string) => {
        const value = values.find((each) => each.parameter_name === name) ?? values[Number(name) - 1];
        return typeof value?.text === 'string' ? value.text : placeholder;
      }),
    ];
  });
  return lines.join('\n');
}

function called(templates: readonly MetaTemplate[], { name, language }: Fields): MetaTemplate | undefined {
  const { code } = fieldsIn(language);
  return templates.find((each) => each.name === name && each.language === code);
}

function parametersOf(given: readonly Fields[], type: string): Fields[] {
  return listIn(given.find((each) => each.type === type)?.parameters).map(fieldsIn);
}

function namesIn(text: unknown): string[] {
  return typeof text === 'string' ? [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name) : [];
}

function fault(status: number, code: number, message: string): CallFault {
  return { status, code, message: `(#${code}) ${message}` };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
