/** A request with one invalid field: name of the case, method, path, body, the field, and its code. */
export type Case = [what: string, method: string, path: string, body: unknown, field: string, code: string];

/** Cases of one operation. */
export const posted =
  (path: string) =>
  (what: string, body: unknown, field: string, code: string): Case => [what, 'POST', path, body, field, code];

/** A GET without a body. */
export const got = (what: string, path: string, field: string, code: string): Case => [
  what,
  'GET',
  path,
  undefined,
  field,
  code,
];

export const without = (whole: object, ...fields: string[]): object =>
  Object.fromEntries(Object.entries(whole).filter(([field]) => !fields.includes(field)));
