import { eachChannel } from '@carillon/contracts';
import { parse } from 'csv-parse/sync';
import { shownStates } from './delivery.presenter';
import type { CampaignSendersView } from './read-campaign-senders';
import type { CampaignCostsView } from './read-costs';
import type { RecipientDomainsView } from './read-recipient-domains';
import type { ReportView, TimelineView } from './read-report';
import { reportColumns, reportCsv } from './report-csv';

const at = '2026-03-01T10:00:00.000Z';
const zeros = Object.fromEntries(shownStates.map((state) => [state, 0])) as ReportView['states'];
const states = { ...zeros, SENT: 6, DELIVERED: 1, COMPLAINED: 1, BOUNCED: 2, FAILED: 3 };
const none = { total: 0, addressed: 0, states: zeros, segments: 0 };
const email = { total: 13, addressed: 13, states, segments: 0 };
const clicks = { unique: 2, total: 3, machine: 1 };
const report: ReportView = {
  ...{ campaignId: 'c', status: 'SENT', statusReason: null, asOf: at, publishedAt: at, startedAt: at },
  ...{ finishedAt: null, planning: { done: true, planned: 13 }, total: 13, addressed: 13, states },
  channels: { EMAIL: email, WHATSAPP: none, SMS: none },
  reasons: [
    ...([{ channel: 'EMAIL', state: 'FAILED', reason: 'POLICY', count: 3 }] as const).map((row) => {
      return { ...row, providerCode: null, advice: null };
    }),
  ],
  ...{ waiting: [], integrationChanges: [], ratePerSecond: null, estimatedEndAt: null, optOuts: null },
  conversions: null,
  engagement: {
    ...{ mode: 'FULL', opens: { unique: 4, total: 5, machine: 6 }, clicks },
    devices: {
      opens: { DESKTOP: 1, PHONE: 3, TABLET: 0, UNKNOWN: 1 },
      clicks: { DESKTOP: 3, PHONE: 0, TABLET: 0, UNKNOWN: 0 },
    },
  },
};
const silent = { SENT: 0, FAILED: 0, UNCONFIRMED: 0 };
const timeline: TimelineView = {
  ...{ campaignId: 'c', asOf: at, bucketSeconds: 1 },
  buckets: [{ at, channels: { ...eachChannel(() => silent), EMAIL: { ...silent, SENT: 10, FAILED: 3 } } }],
};
const links = [
  { url: 'https://shop.example/a', counted: true, clicks },
  { url: 'https://shop.example/b', counted: true, clicks: { unique: null, total: 1, machine: 0 } },
  { url: 'https://shop.example/{{id}}', counted: false, clicks: { unique: 0, total: 0, machine: 0 } },
];
const figures = {
  addressed: 3,
  sent: 2,
  delivered: 1,
  bounced: 1,
  complained: 0,
  failed: 1,
  opens: 1,
  clicks: null,
};
const recipientDomains: RecipientDomainsView = {
  ...{ campaignId: 'c', asOf: at, isComplete: true, areDeliveriesKept: true },
  domains: [{ domain: 'gmail.com', group: 'GMAIL', ...figures }],
  others: { domains: 0, ...figures, addressed: 0 },
  groups: [{ group: 'GMAIL', ...figures }],
};
const senders: CampaignSendersView = {
  ...{ campaignId: 'c', asOf: at, areDeliveriesKept: true },
  senders: [
    {
      ...{ sender: 's', name: '=SES', provider: 'SES', channel: 'EMAIL', addressed: 3, sent: 2 },
      ...{ delivered: 2, bounced: 0, complained: 0, failed: 0, failedOver: 1 },
    },
  ],
};
const costs: CampaignCostsView = {
  ...{ campaignId: 'c', asOf: at, isComplete: true, isKnown: true, isEstimated: false },
  ...{ currency: 'EUR', total: '0.1584', withoutPrice: 1 },
  rows: [
    { channel: 'EMAIL', provider: null, country: null, messages: 1, units: 1, cost: null },
    { channel: 'SMS', provider: 'TWILIO', country: 'DE', messages: 1, units: 2, cost: '0.1584' },
  ],
};
const whole = { name: '=1+1', report, timeline, links, recipientDomains, senders, costs };
const rowsIn = (csv: string, section: string): string[] =>
  parse(csv)
    .filter(([first]) => first === section)
    .map(([, ...cells]) => cells.join('|'));

describe('the costs in the report as CSV', () => {
  it('have a row for each number, and none if there are no prices', () => {
    expect(rowsIn(reportCsv(whole), 'COST')).toEqual([
      ...['|||currency|EUR', '|||total|0.1584', '|||isEstimated|false', '|||withoutPrice|1'],
      ...['|EMAIL||messages|1', '|EMAIL||units|1', '|EMAIL||cost|'],
      ...['|SMS|TWILIO DE|messages|1', '|SMS|TWILIO DE|units|2', '|SMS|TWILIO DE|cost|0.1584'],
    ]);
    expect(rowsIn(reportCsv({ ...whole, costs: { ...costs, currency: null } }), 'COST')).toEqual([]);
    for (const unknown of [null, { ...costs, isKnown: false }])
      expect(rowsIn(reportCsv({ ...whole, costs: unknown }), 'COST')).toEqual(['|||total|']);
  });
});

describe('the report as CSV', () => {
  const csv = reportCsv(whole);

  it('has a number per line, and begins with the campaign', () => {
    expect(csv.split('\r\n')[0]).toBe(reportColumns.join(','));
    expect(rowsIn(csv, 'CAMPAIGN')).toEqual([
      ...['|||name|=1+1', '|||campaignId|c', '|||status|SENT', `|||asOf|${at}`, `|||publishedAt|${at}`],
      ...[`|||startedAt|${at}`, '|||finishedAt|', '|||tracking|FULL'],
    ]);
  });

  it('has the results of all channels and of those with recipients, and unknown numbers without a value', () => {
    const rows = rowsIn(csv, 'RESULT');
    expect(rows.slice(0, 3)).toEqual(['|||addressed|13', '|||sent|10', '|||delivered|8']);
    expect(rows).toEqual(expect.arrayContaining(['|EMAIL||sent|10', '|EMAIL||FAILED|3']));
    expect(rows.filter((row) => row.startsWith('|SMS'))).toEqual([]);
    expect(rows.slice(-7)).toEqual([
      ...['|EMAIL||opens.unique|4', '|EMAIL||opens.total|5', '|EMAIL||opens.machine|6'],
      ...['|EMAIL||clicks.unique|2', '|EMAIL||clicks.total|3', '|EMAIL||clicks.machine|1'],
      '|EMAIL||optOuts|',
    ]);
  });

  it('has the devices of opens and clicks', () => {
    expect(rowsIn(csv, 'DEVICE')).toEqual([
      ...['|EMAIL|DESKTOP|opens.total|1', '|EMAIL|PHONE|opens.total|3', '|EMAIL|TABLET|opens.total|0'],
      ...['|EMAIL|UNKNOWN|opens.total|1', '|EMAIL|DESKTOP|clicks.total|3', '|EMAIL|PHONE|clicks.total|0'],
      ...['|EMAIL|TABLET|clicks.total|0', '|EMAIL|UNKNOWN|clicks.total|0'],
    ]);
  });

  it('has the results by sender, with its name', () => {
    const rows = rowsIn(csv, 'SENDER');
    expect(rows.slice(0, 2)).toEqual(['|EMAIL|=SES|addressed|3', '|EMAIL|=SES|sent|2']);
    expect(rows.at(-1)).toBe('|EMAIL|=SES|failedOver|1');
  });

  it('has reasons, and the times of results', () => {
    expect(rowsIn(csv, 'REASON')).toEqual(['|EMAIL|POLICY|FAILED|3']);
    expect(rowsIn(csv, 'TIMELINE')).toEqual([`${at}|EMAIL||SENT|10`, `${at}|EMAIL||FAILED|3`]);
  });

  it('has the clicks of each link, and of each domain in total', () => {
    expect(rowsIn(csv, 'LINK').slice(2)).toEqual([
      '|EMAIL|https://shop.example/a|clicks.machine|1',
      ...[
        '|EMAIL|https://shop.example/b|clicks.unique|',
        '|EMAIL|https://shop.example/b|clicks.total|1',
        '|EMAIL|https://shop.example/b|clicks.machine|0',
      ],
      '|EMAIL|https://shop.example/{{id}}|clicks.total|',
    ]);
    expect(rowsIn(csv, 'DOMAIN')).toEqual([
      '|EMAIL|shop.example|clicks.total|4',
      '|EMAIL|shop.example|clicks.machine|1',
    ]);
  });

  it('has the results by group of domains', () => {
    const rows = rowsIn(reportCsv(whole), 'RECIPIENT_DOMAIN_GROUP');
    expect(rows).toContain('|EMAIL|GMAIL|addressed|3');
    expect(rows).toHaveLength(8);
  });

  it('has the results by domain of the recipients, and other domains without a name', () => {
    expect(rowsIn(csv, 'RECIPIENT_DOMAIN')).toEqual([
      ...['|EMAIL|gmail.com|addressed|3', '|EMAIL|gmail.com|sent|2', '|EMAIL|gmail.com|delivered|1'],
      ...['|EMAIL|gmail.com|bounced|1', '|EMAIL|gmail.com|complained|0', '|EMAIL|gmail.com|failed|1'],
      ...['|EMAIL|gmail.com|opens.unique|1', '|EMAIL|gmail.com|clicks.unique|'],
    ]);
    const others = { domains: 7, ...figures };
    const rows = reportCsv({ ...whole, recipientDomains: { ...recipientDomains, others } });
    expect(rowsIn(rows, 'RECIPIENT_DOMAIN')).toContain('|EMAIL||addressed|3');
    expect(rowsIn(reportCsv({ ...whole, recipientDomains: null }), 'RECIPIENT_DOMAIN')).toEqual([
      '|EMAIL||addressed|',
    ]);
  });

  it('has the conversions, with a sum for each currency, if they are counted', () => {
    const values = [
      { currency: 'CHF', sum: '999999999999.9999' },
      { currency: 'EUR', sum: '59.80' },
    ];
    const counted = { ...report, conversions: { unique: null, total: 3, values } };
    expect(rowsIn(reportCsv({ ...whole, report: counted }), 'RESULT').slice(-4)).toEqual([
      ...['|EMAIL||conversions.unique|', '|EMAIL||conversions.total|3'],
      ...['|EMAIL|CHF|conversions.value|999999999999.9999', '|EMAIL|EUR|conversions.value|59.80'],
    ]);
    expect(csv).not.toContain('conversions');
  });

  it('escapes cells that spreadsheets would run', () => {
    expect(rowsIn(reportCsv(whole, 'escape'), 'CAMPAIGN')[0]).toBe("|||name|'=1+1");
  });

  it('has no opens and clicks without tracking', () => {
    const nobody = { unique: null, total: 0, machine: 0 };
    const { devices } = report.engagement;
    const engagement = { mode: 'OFF', opens: nobody, clicks: nobody, devices } as const;
    const untracked = reportCsv({ ...whole, report: { ...report, engagement }, links: [] });
    expect(rowsIn(untracked, 'RESULT').filter((row) => /opens|clicks/.test(row))).toEqual([]);
    expect(rowsIn(untracked, 'DEVICE')).toEqual([]);
  });
});
