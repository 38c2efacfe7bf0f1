/** A variable in the text of a WhatsApp template. */
export const variablePattern = /\{\{([^{}]+)\}\}/g;

/** The text of a template with these values. A variable without a value stays as it is. */
export function filledBody(body: string, variables: readonly [name: string, value: string][]): string {
  const filled = variables.filter(([, value]) => value !== '');
  const values = new Map(filled.map(([name, value]) => [name.trim(), value]));
  return body.replace(variablePattern, (whole, name: string) => values.get(name.trim()) ?? whole);
}
