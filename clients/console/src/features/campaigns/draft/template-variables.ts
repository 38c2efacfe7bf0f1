import type { Schemas } from '@carillon/sdk';
import { variablePattern } from '../../message-preview';
import type { Draft } from './draft';

/**
 * The variables of a template in their order, with the values that the draft has for these names. Undefined: the template
 * is unknown, so the variables stay as they are.
 */
export function variablesFor(
  template: Pick<Schemas['ContentTemplate'], 'body' | 'variables'> | undefined,
  existing: Draft['variables'],
): Draft['variables'] {
  if (!template) return existing;
  const inBody = [...(template.body ?? '').matchAll(variablePattern)].map(([, name = '']) => name.trim());
  const names = [...new Set([...inBody, ...Object.keys(template.variables)])];
  names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const values = new Map(existing);
  return names.map((name) => [name, values.get(name) ?? '']);
}
