import type { Answer, Schemas } from '../api/api';
import { type Columns, cell, grouped, number } from '../output/columns';
import type { View } from '../output/output';

export type Report = Answer<Schemas['Report']>;

export const states = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SKIPPED',
  'UNCONFIRMED',
  'CANCELLED',
] as const satisfies Schemas['DeliveryState'][];

/** A report for people: the status, the states by channel, and why recipients were not reached. */
export const reportView: View<Report> = (report, { tableLines }, room) => {
  const { campaignId, reasons = [] } = report;
  const times = { published: report.publishedAt, started: report.startedAt, finished: report.finishedAt };
  const advice = reasons.flatMap(({ reason, advice }) =>
    advice ? [`${cell(reason)}: ${cell(advice)}`] : [],
  );
  return [
    `${cell(campaignId)}  ${statusOf(report)}`,
    ...Object.entries(times).flatMap(([what, at]) => (at ? [`${what.padEnd(9)}  ${cell(at)}`] : [])),
    '',
    ...tableLines(stateColumns(report), channelRows(report), room),
    ...(reasons.length > 0 ? ['', ...tableLines(reasonColumns, reasons, room), '', ...new Set(advice)] : []),
    ...engagementLines(report),
    ...waitingLines(report),
    ...changeLines(report),
  ];
};

/** The status, its reason, and what the campaign waits for, if anything. */
export function statusOf({ status, statusReason }: Report): string {
  return statusReason ? `${cell(status)} (${cell(statusReason)})` : cell(status);
}

/** Opens and clicks, if tracked: first by people, then automated. Opt-outs, if any. Conversions, if counted. */
function engagementLines({ engagement, optOuts, conversions }: Report): string[] {
  const line = (what: 'opens' | 'clicks'): string => {
    const { unique, total, machine } = engagement?.[what] ?? {};
    const people = typeof unique === 'number' ? ` by ${grouped(unique)} people` : '';
    return `${what.padEnd(6)}  ${grouped(total)}${people}, and ${grouped(machine)} automated`;
  };
  const isTracked = engagement?.mode !== undefined && engagement.mode !== 'OFF';
  const lines = [
    ...(isTracked
      ? (['opens', 'clicks'] as const).flatMap((what) => [line(what), ...deviceLine(engagement, what)])
      : []),
    ...(optOuts ? [`opt-outs  ${grouped(optOuts)}`] : []),
    ...(conversions ? [conversionLine(conversions)] : []),
  ];
  return lines.length > 0 ? ['', ...lines] : [];
}

/** "conversions  3 by 2 people, EUR 149.70" */
function conversionLine({ unique, total, values = [] }: NonNullable<Report['conversions']>): string {
  const people = typeof unique === 'number' ? ` by ${grouped(unique)} people` : '';
  const sums = values.map(({ currency, sum }) => `, ${cell(currency)} ${cell(sum)}`).join('');
  return `conversions  ${grouped(total)}${people}${sums}`;
}

/** "        DESKTOP 20  PHONE 25": the devices of these events, if any. */
function deviceLine({ devices }: NonNullable<Report['engagement']>, what: 'opens' | 'clicks'): string[] {
  const used = Object.entries(devices?.[what] ?? {}).filter(([, count]) => count);
  if (used.length === 0) return [];
  return [`${' '.repeat(8)}${used.map(([device, count]) => `${cell(device)} ${grouped(count)}`).join('  ')}`];
}

/** The changes to the campaign's integrations. */
function changeLines({ integrationChanges = [] }: Report): string[] {
  return integrationChanges.map(({ channel, at, fields = [], by }) => {
    const names = fields.map((field) => cell(field)).join(', ');
    return `${cell(channel)} uses changed settings since ${cell(at)}: ${names} (key ${cell(by?.keyId)})`;
  });
}

/** Why the campaign waits. */
export function waitingLines({ waiting = [] }: Report): string[] {
  return waiting.map(({ channel, since, reason, nextTryAt }) => {
    const next = nextTryAt ? `, next attempt ${cell(nextTryAt)}` : '';
    return `${cell(channel)} has been waiting since ${cell(since)}: ${cell(reason)}${next}`;
  });
}

/** "SENT 120  FAILED 3": the states with at least one recipient. */
export function statesLine(report: Report): string {
  return statesIn(report)
    .map((state) => `${state} ${grouped(report.states?.[state])}`)
    .join('  ');
}

const statesIn = (report: Report) => states.filter((state) => report.states?.[state]);

const reasonColumns = [
  'channel',
  'state',
  'reason',
  { key: 'providerCode', title: 'CODE' },
  number('count', 'PEOPLE'),
] as const;

type ChannelRow = Answer<Schemas['ChannelReport']> & { channel: string };

function stateColumns(report: Report): Columns<ChannelRow> {
  const present = statesIn(report).map((state) => number(`states.${state}`, state));
  return ['channel', ...present, number('segments'), number('total')];
}

function channelRows({ channels = {}, states: all, total }: Report): ChannelRow[] {
  const used = Object.entries(channels)
    .map(([channel, counts]) => ({ channel, ...counts }))
    .filter((row) => row.total);
  const segments = used.reduce((sum, row) => sum + (row.segments ?? 0), 0);
  return [...used, { channel: 'all', states: all, segments, total }];
}
