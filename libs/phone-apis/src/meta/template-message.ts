/**
 * The ID of a template in Carillon: its name and its language. Meta's own ID of a template can't be sent.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/supported-languages
 */
const templateId = /^([a-z0-9_]{1,512}):([a-z]{2,3}(?:_[A-Z]{2,4})?)$/;

interface TemplateId {
  name: string;
  language: string;
}

export function templateIdOf({ name, language }: TemplateId): string {
  return `${name}:${language}`;
}

/** Null: the ID is another provider's. */
export function readTemplateId(id: string): TemplateId | null {
  const [, name, language] = templateId.exec(id) ?? [];
  return name === undefined || language === undefined ? null : { name, language };
}

/**
 * The names of variables. Meta's own names are lowercase, so a variable of the text has the name that it has at Meta. Only
 * capitals can name another part: `HEADER_1` or `HEADER_sale` is a variable in the header, `HEADER_IMAGE` the URL of its
 * picture, `BUTTON_0` the end of the URL of the first button, and `COUPON_0` the code that it copies.
 */
export const variableNames = {
  header: (name: string): string => `HEADER_${name}`,
  media: (format: string): string => `HEADER_${format}`,
  button: (index: number): string => `BUTTON_${index}`,
  coupon: (index: number): string => `COUPON_${index}`,
};
const mediaName = /^HEADER_(IMAGE|VIDEO|DOCUMENT)$/;
const headerName = /^HEADER_([a-z0-9_]+)$/;
const buttonName = /^(BUTTON|COUPON)_(\d)$/;

type Values = readonly (readonly [name: string, value: string])[];

/**
 * A template with its values.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/template-messages
 */
export function templateOf({
  contentSid,
  variables,
}: {
  contentSid: string;
  variables: Readonly<Record<string, string>>;
}): object {
  const { name = '', language: code = '' } = readTemplateId(contentSid) ?? {};
  const values = Object.entries(variables);
  const header = [...mediaIn(values), ...textsIn(captured(values, headerName))];
  const body = textsIn(values.filter(([each]) => /^[a-z0-9_]+$/.test(each)));
  const components = [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...buttonsIn(values),
  ];
  return { name, language: { code }, ...(components.length > 0 && { components }) };
}

/** The values whose name has this form, by the part of the name that differs. */
function captured(values: Values, form: RegExp): Values {
  return values.flatMap(([name, value]) => {
    const part = form.exec(name)?.[1];
    return part === undefined ? [] : [[part, value] as const];
  });
}

/** Numbered variables are a list in their order. Other variables have a name. */
function textsIn(values: Values): object[] {
  const isNumbered = values.every(([name]) => /^\d+$/.test(name));
  if (!isNumbered) return values.map(([name, text]) => ({ type: 'text', parameter_name: name, text }));
  return values.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, text]) => ({ type: 'text', text }));
}

function mediaIn(values: Values): object[] {
  return captured(values, mediaName).map(([format, url]) => {
    const type = format.toLowerCase();
    const filename = type === 'document' ? fileNameIn(url) : undefined;
    const file: object = { link: url, ...(filename !== undefined && { filename }) };
    return { type, [type]: file };
  });
}

/** The name that people see of a document. */
function fileNameIn(url: string): string | undefined {
  const name = URL.parse(url)?.pathname.split('/').pop();
  return name === undefined || name === '' ? undefined : safelyDecoded(name);
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function buttonsIn(values: Values): object[] {
  return values.flatMap(([name, value]): object[] => {
    const [, kind, index] = buttonName.exec(name) ?? [];
    if (kind === undefined) return [];
    const button = { type: 'button', index: String(index) };
    return kind === 'BUTTON'
      ? [{ ...button, sub_type: 'url', parameters: [{ type: 'text', text: value }] }]
      : [{ ...button, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: value }] }];
  });
}
