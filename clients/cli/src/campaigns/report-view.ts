import { type Json, count, inner, rows, text } from '../api/json';
import { type Column, cell, column, grouped, number } from '../output/cells';
import { Table } from '../output/table';
import { deliveryStates } from '../words/values';

const reasonColumns = [
  column('channel'),
  column('state'),
  column('reason'),
  column('providerCode', { title: 'CODE' }),
  number('count', { title: 'PEOPLE' }),
];

/** A report for people: where it stands, the states by channel, and why somebody was not reached. */
export function reportView(report: Json, room: number): string[] {
  const reasons = rows(report, 'reasons');
  return [
    `${cell(report.campaignId)}  ${cell(report.status)}`,
    ...timesOf(report),
    '',
    ...laid(stateColumns(report), channelRows(report), room),
    ...(reasons.length > 0 ? ['', ...laid(reasonColumns, reasons, room), '', ...adviceLines(reasons)] : []),
    ...waitingLines(report),
  ];
}

/** Who waits, and for what. */
export function waitingLines(report: Json): string[] {
  return rows(report, 'waiting').map((wait) => {
    const next = text(wait, 'nextTryAt') ? `, next try ${cell(wait.nextTryAt)}` : '';
    return `${cell(wait.channel)} waits since ${cell(wait.since)}: ${cell(wait.reason)}${next}`;
  });
}

/** "SENT 120  FAILED 3": the states that there are. */
export function statesLine(report: Json): string {
  const states = inner(report, 'states');
  const present = deliveryStates.filter((state) => count(states, state) > 0);
  return present.map((state) => `${state} ${grouped(states[state])}`).join('  ');
}

/** What can be done, once for each reason. */
function adviceLines(reasons: readonly Json[]): string[] {
  const advice = reasons.filter((reason) => text(reason, 'advice'));
  return [...new Set(advice.map((reason) => `${cell(reason.reason)}: ${cell(reason.advice)}`))];
}

function timesOf(report: Json): string[] {
  const times = [
    ['published', report.publishedAt],
    ['started', report.startedAt],
    ['finished', report.finishedAt],
  ].filter(([, at]) => at !== null && at !== undefined);
  return times.map(([what, at]) => `${String(what).padEnd(9)}  ${cell(at)}`);
}

/** Those states only that somebody is in. */
function stateColumns(report: Json): Column[] {
  const states = inner(report, 'states');
  return [
    column('channel'),
    ...deliveryStates
      .filter((state) => count(states, state) > 0)
      .map((state) => number(`states.${state}`, { title: state })),
    number('segments'),
    number('total'),
  ];
}

function channelRows(report: Json): Json[] {
  const channels = inner(report, 'channels');
  const used = Object.keys(channels).filter((channel) => count(inner(channels, channel), 'total') > 0);
  const named = used.map((channel): Json => ({ channel, ...inner(channels, channel) }));
  const segments = named.reduce((sum, row) => sum + count(row, 'segments'), 0);
  return [...named, { channel: 'all', states: report.states, segments, total: report.total }];
}

function laid(columns: readonly Column[], lines: readonly Json[], room: number): string[] {
  const table = new Table(columns, lines, room);
  return [table.head(), ...lines.map((line) => table.row(line))];
}
