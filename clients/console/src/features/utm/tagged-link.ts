/** The values of the parameters, which the API names without `utm_`. */
export interface UtmValues {
  source: string;
  medium: string;
  campaign: string;
}

export const utmFields = ['source', 'medium', 'campaign'] as const satisfies (keyof UtmValues)[];

/** The longest value that the API accepts (characters). */
export const LONGEST_VALUE = 100;

/** A link with the parameters, as in an email. */
export function taggedLink(url: string, values: UtmValues): string {
  const written = utmFields.flatMap((field) => {
    const value = values[field].trim();
    return value === '' ? [] : [`utm_${field}=${encoded(value)}`];
  });
  return written.length === 0 ? url : `${url}?${written.join('&')}`;
}

function encoded(value: string): string {
  const text = value.replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    '\uFFFD',
  );
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
