import type { ApiProblem } from '../api/api-problem';
import { rows } from '../api/json';
import { cell, column } from './cells';
import { Table } from './table';

const fields = [column('field'), column('code'), column('detail')];

/** A refusal for people: what, where, and what to name when asking for help. */
export function problemLines({ message, status, code, body }: ApiProblem): string[] {
  const errors = rows(body, 'errors');
  const table = new Table(fields, errors, Infinity);
  const extra = typeof body.subscriberId === 'string' ? [`  subscriber  ${cell(body.subscriberId)}`] : [];
  return [
    `carillon: ${cell(message)} (${status} ${code})`,
    ...errors.map((error) => `  ${table.row(error)}`),
    ...extra,
    `  request     ${cell(body.requestId)}`,
  ];
}
