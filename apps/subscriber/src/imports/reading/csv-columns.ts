import type { FieldError } from '@carillon/contracts';
import { issue, keyIssues } from '@carillon/input';
import type { Given } from './person';

const OWN = ['integration', 'identifier'];
/** As many as an export has; a row may say something in a hundred of them. */
const MAX_COLUMNS = 1_000;
/** Keys that mean something else than a member to careless code; JSON bodies may not have them either. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** What is wrong with the names in a header row; each is told as a field. */
export function headerIssues(columns: readonly string[]): FieldError[] {
  const missing = OWN.filter((name) => !columns.includes(name));
  const others = columns.filter((name) => !OWN.includes(name));
  return [
    ...missing.flatMap((name) => issue('required', 'There is no such column', name)),
    ...columns.flatMap((name, index) =>
      columns.indexOf(name) < index ? issue('conflict', 'This column is there twice', name) : [],
    ),
    ...others.flatMap((name) => keyIssues(name)),
    ...others.flatMap((name) =>
      forbidden.has(name) ? issue('not_allowed', 'This is no name for a column', name) : [],
    ),
    ...(others.length > MAX_COLUMNS ? issue('too_many', 'There are too many columns') : []),
  ];
}

/** What a row says: all columns but two are extra data, as text. An empty cell says nothing. Null: it has more cells than columns. */
export function givenByCells(columns: readonly string[], cells: readonly string[]): Given | null {
  if (cells.slice(columns.length).some((cell) => cell !== '')) return null;
  const said = columns.flatMap((name, index): [string, string][] => {
    const cell = cells[index] ?? '';
    return cell === '' ? [] : [[name, cell]];
  });
  const given = new Map(said.filter(([name]) => OWN.includes(name)));
  return {
    integration: given.get('integration'),
    identifier: given.get('identifier'),
    extraData: Object.fromEntries(said.filter(([name]) => !OWN.includes(name))),
  };
}
