import { type CampaignLink, type DomainFigures, channels, devices } from '@carillon/contracts';
import { type Formulas, cellFor, csvLine } from '../imports';
import { shownStates } from './delivery.presenter';
import type { CampaignSendersView } from './read-campaign-senders';
import type { CampaignCostsView } from './read-costs';
import type { RecipientDomainsView } from './read-recipient-domains';
import type { ReportView, TimelineView } from './read-report';

/** A number or a text of the report per line, so that spreadsheets can filter and sum it up. */
export const reportColumns = ['section', 'at', 'channel', 'item', 'measure', 'value'] as const;

/** The parts of the file, in their order. */
type Section =
  | 'CAMPAIGN'
  | 'RESULT'
  | 'DEVICE'
  | 'REASON'
  | 'TIMELINE'
  | 'LINK'
  | 'DOMAIN'
  | 'RECIPIENT_DOMAIN'
  | 'RECIPIENT_DOMAIN_GROUP'
  | 'SENDER'
  | 'COST';

type Row = Partial<Record<Exclude<(typeof reportColumns)[number], 'value'>, string>> & {
  section: Section;
  value: string | number | null;
};

interface ReportParts {
  name: string;
  report: ReportView;
  timeline: TimelineView;
  links: readonly CampaignLink[];
  /** Null: unknown. */
  recipientDomains: RecipientDomainsView | null;
  senders: CampaignSendersView;
  /** Null: unknown. */
  costs: CampaignCostsView | null;
}

/** The report of a campaign as CSV. Unknown numbers have no value. */
export function reportCsv(
  { name, report, timeline, links, recipientDomains, senders, costs }: ReportParts,
  formulas: Formulas = 'keep',
): string {
  const rows: Row[] = [
    ...campaignRows(name, report),
    ...resultRows(report),
    ...deviceRows(report),
    ...report.reasons.map(({ channel, reason, state, count }): Row => {
      return { section: 'REASON', channel, item: reason, measure: state, value: count };
    }),
    ...timelineRows(timeline),
    ...links.flatMap(linkRows),
    ...domainRows(links),
    ...recipientDomainRows(recipientDomains),
    ...senders.senders.flatMap(senderRows),
    ...costRows(costs),
  ];
  const lines = rows.map((row) =>
    reportColumns.map((column) => cellFor[formulas](String(row[column] ?? ''))),
  );
  return [reportColumns, ...lines].map(csvLine).join('');
}

function campaignRows(name: string, report: ReportView): Row[] {
  const { campaignId, status, asOf, publishedAt, startedAt, finishedAt, engagement } = report;
  const facts = { name, campaignId, status, asOf, publishedAt, startedAt, finishedAt };
  return Object.entries({ ...facts, tracking: engagement.mode }).map(([measure, value]) => {
    return { section: 'CAMPAIGN', measure, value };
  });
}

/** The results of all channels together, and then of each channel that has recipients. */
function resultRows(report: ReportView): Row[] {
  const { engagement, optOuts } = report;
  const used = channels.filter((channel) => report.channels[channel].addressed > 0);
  return [
    ...countRows(report),
    ...used.flatMap((channel) => countRows(report.channels[channel]).map((row) => ({ ...row, channel }))),
    ...(['opens', 'clicks'] as const).flatMap((of) =>
      engagement.mode === 'OFF' ? [] : countsOf({ section: 'RESULT', channel: 'EMAIL' }, of, engagement[of]),
    ),
    { section: 'RESULT', channel: 'EMAIL', measure: 'optOuts', value: optOuts },
    ...conversionRows(report),
  ];
}

/** The sum of each currency is a measure of its own, because currencies can't be added. */
function conversionRows({ conversions }: ReportView): Row[] {
  if (!conversions) return [];
  const { unique, total, values } = conversions;
  const row = { section: 'RESULT', channel: 'EMAIL' } as const;
  return [
    { ...row, measure: 'conversions.unique', value: unique },
    { ...row, measure: 'conversions.total', value: total },
    ...values.map(({ currency, sum }): Row => {
      return { ...row, item: currency, measure: 'conversions.value', value: sum };
    }),
  ];
}

function deviceRows({ engagement }: ReportView): Row[] {
  if (engagement.mode === 'OFF') return [];
  return (['opens', 'clicks'] as const).flatMap((of) =>
    devices.map((item): Row => {
      const value = engagement.devices[of][item];
      return { section: 'DEVICE', channel: 'EMAIL', item, measure: `${of}.total`, value };
    }),
  );
}

function countRows({ addressed, states }: Pick<ReportView, 'addressed' | 'states'>): Row[] {
  const delivered = states.SENT + states.DELIVERED + states.READ + states.COMPLAINED;
  const sums = { addressed, sent: delivered + states.BOUNCED, delivered };
  return [...Object.entries(sums), ...shownStates.map((state) => [state, states[state]] as const)].map(
    ([measure, value]) => ({ section: 'RESULT', measure, value }),
  );
}

function timelineRows({ buckets }: TimelineView): Row[] {
  return buckets.flatMap((bucket) =>
    channels.flatMap((channel) =>
      Object.entries(bucket.channels[channel]).flatMap(([measure, value]): Row[] =>
        value === 0 ? [] : [{ section: 'TIMELINE', at: bucket.at, channel, measure, value }],
      ),
    ),
  );
}

function linkRows({ url, counted, clicks }: CampaignLink): Row[] {
  const row = { section: 'LINK', channel: 'EMAIL', item: url } as const;
  return counted ? countsOf(row, 'clicks', clicks) : [{ ...row, measure: 'clicks.total', value: null }];
}

/** People who clicked links to the same domain can be the same, so only clicks are summed up. */
function domainRows(links: readonly CampaignLink[]): Row[] {
  const byDomain = Map.groupBy(
    links.filter(({ counted }) => counted),
    ({ url }) => new URL(url).hostname,
  );
  return [...byDomain].flatMap(([item, some]) =>
    (['total', 'machine'] as const).map((count): Row => {
      const value = some.reduce((sum, { clicks }) => sum + clicks[count], 0);
      return { section: 'DOMAIN', channel: 'EMAIL', item, measure: `clicks.${count}`, value };
    }),
  );
}

/** Other domains have no `item`. If the numbers are unknown, so is that of all recipients. */
function recipientDomainRows(counted: RecipientDomainsView | null): Row[] {
  const row = { section: 'RECIPIENT_DOMAIN', channel: 'EMAIL' } as const;
  if (!counted?.areDeliveriesKept) return [{ ...row, measure: 'addressed', value: null }];
  const { domains: _, ...others } = counted.others;
  const domains = counted.domains.map(({ group: _group, ...rest }) => rest);
  const rows = [...domains, ...(others.addressed > 0 ? [{ domain: '', ...others }] : [])];
  return [
    ...rows.flatMap(({ domain, ...figures }) => figureRows({ ...row, item: domain }, figures)),
    ...counted.groups.flatMap(({ group, ...figures }) =>
      figureRows({ section: 'RECIPIENT_DOMAIN_GROUP', channel: 'EMAIL', item: group }, figures),
    ),
  ];
}

function figureRows(
  row: Pick<Row, 'section' | 'channel' | 'item'>,
  { opens, clicks, ...counts }: DomainFigures,
): Row[] {
  return Object.entries({ ...counts, 'opens.unique': opens, 'clicks.unique': clicks }).map(
    ([measure, value]): Row => ({ ...row, measure, value }),
  );
}

/** The item is the name of the sender, or the ID of a deleted one. The operator's server has none. */
function senderRows({
  sender,
  name,
  channel,
  provider: _,
  ...numbers
}: CampaignSendersView['senders'][number]): Row[] {
  return Object.entries(numbers).map(([measure, value]) => {
    return { section: 'SENDER', channel, item: name ?? sender ?? '', measure, value };
  });
}

/** Each row of costs, as `TWILIO DE` if both are known. Nothing if the operator has set no prices. */
function costRows(costs: CampaignCostsView | null): Row[] {
  if (!costs?.isKnown) return [{ section: 'COST', measure: 'total', value: null }];
  const { currency, total, withoutPrice, isEstimated, rows } = costs;
  if (currency === null) return [];
  const section = 'COST' as const;
  return [
    { section, measure: 'currency', value: currency },
    { section, measure: 'total', value: total },
    { section, measure: 'isEstimated', value: String(isEstimated) },
    { section, measure: 'withoutPrice', value: withoutPrice },
    ...rows.flatMap(({ channel, provider, country, messages, units, cost }) => {
      const item = [provider, country].filter((each) => each !== null).join(' ');
      return Object.entries({ messages, units, cost }).map(([measure, value]): Row => {
        return { section, channel, item, measure, value };
      });
    }),
  ];
}

function countsOf(
  row: Omit<Row, 'measure' | 'value'>,
  of: 'opens' | 'clicks',
  counts: CampaignLink['clicks'],
): Row[] {
  const { unique, total, machine } = counts;
  return Object.entries({ unique, total, machine }).map(([count, value]) => {
    return { ...row, measure: `${of}.${count}`, value };
  });
}
