/** Commands and their requests to the API, for tests. */
const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const OTHER = '6560f0a1b2c3d4e5f6a7b8c8';

/** Splits a line as a shell does: at spaces, except in single quotes. */
export function split(line: string): string[] {
  return (line.match(/'[^']*'|[^ ]+/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));
}

/** The command line, its request, and the request body (empty if the request has none). */
export const single: [line: string, request: string, body: object | ''][] = [
  ['account', 'GET /account', ''],
  ['usage', 'GET /account/usage', ''],
  ['defaults', 'GET /account/defaults', ''],
  ['defaults --country DE', 'PATCH /account/defaults', { defaultCountry: 'DE' }],
  ['defaults --country none', 'PATCH /account/defaults', { defaultCountry: null }],
  [`usage --user ${ID}`, `GET /operator/users/${ID}/usage`, ''],
  ['groups create Choir --slug choir', 'POST /groups', { name: 'Choir', slug: 'choir' }],
  [`groups rename ${ID} Chor`, `PATCH /groups/${ID}`, { name: 'Chor' }],
  [`groups remove ${ID} --yes`, `DELETE /groups/${ID}`, ''],
  [`subscribers show ${ID}`, `GET /subscribers/${ID}`, ''],
  [
    `suppressions add EMAIL a@example.com`,
    'POST /suppressions',
    { channel: 'EMAIL', identifier: 'a@example.com' },
  ],
  [
    'suppressions words --opt-out schluss,basta',
    'PATCH /account/consent',
    { optOutWords: ['schluss', 'basta'] },
  ],
  [`replies opt-out ${ID}`, `POST /messages/inbound/${ID}/opt-out`, ''],
  [`suppressions remove ${ID} ${OTHER}`, 'DELETE /suppressions', { suppressionIds: [ID, OTHER] }],
  [
    `suppressions remove ${ID} --confirm-consent`,
    'DELETE /suppressions',
    { suppressionIds: [ID], confirmConsent: true },
  ],
  [
    "keys create 'The shop' --scopes read,Write",
    'POST /api-keys',
    { name: 'The shop', scopes: ['read', 'write'] },
  ],
  [
    `keys create Fast --user ${ID} --rate 500 --burst 900`,
    `POST /operator/users/${ID}/api-keys`,
    { name: 'Fast', ratePerSecond: 500, burst: 900 },
  ],
  [`keys create First --user ${ID}`, `POST /operator/users/${ID}/api-keys`, { name: 'First' }],
  [
    `keys create CI --scopes admin --expires 2027-01-01T00:00:00Z --network 192.0.2.1 --network 10.0.0.0/8`,
    'POST /api-keys',
    {
      name: 'CI',
      expiresAt: '2027-01-01T00:00:00Z',
      networks: ['192.0.2.1', '10.0.0.0/8'],
      scopes: ['admin'],
    },
  ],
  [`keys rotate ${ID}`, `POST /api-keys/${ID}/rotate`, {}],
  [`keys rotate ${ID} --overlap 0`, `POST /api-keys/${ID}/rotate`, { overlap: 0 }],
  [`operator-keys show ${ID}`, `GET /operator/api-keys/${ID}`, ''],
  [
    `operator-keys create Support --scopes read`,
    'POST /operator/api-keys',
    { name: 'Support', scopes: ['read'] },
  ],
  [`operator-keys revoke ${ID} -y`, `DELETE /operator/api-keys/${ID}`, ''],
  [`keys revoke ${ID} -y`, `DELETE /api-keys/${ID}`, ''],
  [`keys revoke ${ID} --user ${OTHER} -y`, `DELETE /operator/users/${OTHER}/api-keys/${ID}`, ''],
  ['users create Ann --plan upgraded', 'POST /operator/users', { name: 'Ann', plan: 'UPGRADED' }],
  [`users update ${ID} --email a@example.com`, `PATCH /operator/users/${ID}`, { email: 'a@example.com' }],
  [`users update ${ID} --no-email`, `PATCH /operator/users/${ID}`, { email: null }],
  [`users update ${ID} --name Ann`, `PATCH /operator/users/${ID}`, { name: 'Ann' }],
  [`keys show ${ID}`, `GET /api-keys/${ID}`, ''],
  [`users suspend ${ID}`, `PATCH /operator/users/${ID}`, { status: 'SUSPENDED' }],
  [`users resume ${ID}`, `PATCH /operator/users/${ID}`, { status: 'ACTIVE' }],
  [`users upgrade ${ID}`, `PATCH /operator/users/${ID}`, { plan: 'UPGRADED' }],
  [`users downgrade ${ID}`, `PATCH /operator/users/${ID}`, { plan: 'FREE' }],
  ['campaigns draft', 'POST /campaigns/drafts', {}],
  [
    `campaigns draft --group ${ID} --name Hi --sms Ho`,
    'POST /campaigns/drafts',
    { name: 'Hi', smsMessage: 'Ho', groups: [ID] },
  ],
  [
    `campaigns draft --subject Sale --preheader Hurry --from-name Ann --reply-to ann@example.com`,
    'POST /campaigns/drafts',
    { subject: 'Sale', preheader: 'Hurry', fromName: 'Ann', replyTo: 'ann@example.com' },
  ],
  [
    `campaigns edit ${ID} --without preheader --without reply-to`,
    `PATCH /campaigns/${ID}`,
    { preheader: null, replyTo: null },
  ],
  [`campaigns edit ${ID} --without sms`, `PATCH /campaigns/${ID}`, { smsMessage: null }],
  [`campaigns edit ${ID} --keep-watermark`, `PATCH /campaigns/${ID}`, { shouldRemoveWatermark: false }],
  [`campaigns publish ${ID}`, 'POST /campaigns/publish', { campaignId: ID }],
  [
    `campaigns schedule ${ID} --at 2026-12-24T18:00:00Z --max-lateness 60`,
    'POST /campaigns/publish',
    { campaignId: ID, scheduledAt: '2026-12-24T18:00:00Z', maxLateness: 60 },
  ],
  [`campaigns pause ${ID}`, `POST /campaigns/${ID}/pause`, ''],
  [`campaigns cancel ${ID} --yes`, `POST /campaigns/${ID}/cancel`, ''],
  [
    `campaigns retry ${ID} --states unconfirmed --channels sms,email --reason TIMEOUT --reason BUSY`,
    `POST /campaigns/${ID}/retry`,
    { states: ['UNCONFIRMED'], channels: ['SMS', 'EMAIL'], reasons: ['TIMEOUT', 'BUSY'] },
  ],
  [`campaigns preview ${ID}`, `POST /campaigns/${ID}/preview`, { extraData: {} }],
  [`campaigns preview ${ID} --subscriber ${OTHER}`, `POST /campaigns/${ID}/preview`, { subscriberId: OTHER }],
  [
    `campaigns test ${ID} sms +4791234567 --data name=Ann --data-json '{"name":"x","visits":3}'`,
    `POST /campaigns/${ID}/test`,
    { channel: 'SMS', identifier: '+4791234567', extraData: { name: 'Ann', visits: 3 } },
  ],
  [`campaigns remove ${ID} -y`, 'DELETE /campaigns', { campaignIds: [ID] }],
  [`campaigns duplicate ${ID}`, `POST /campaigns/${ID}/duplicate`, ''],
  [`campaigns resume ${ID}`, `POST /campaigns/${ID}/resume`, ''],
  [`campaigns unschedule ${ID}`, `POST /campaigns/${ID}/unschedule`, ''],
  [`campaigns show ${ID}`, `GET /campaigns/${ID}`, ''],
  [`campaigns audience ${ID}`, `GET /campaigns/${ID}/audience`, ''],
  [`campaigns report ${ID}`, `GET /campaigns/${ID}/report`, ''],
  [`users show ${ID}`, `GET /operator/users/${ID}`, ''],
  [`webhooks show ${ID}`, `GET /webhooks/${ID}`, ''],
  [`webhooks update ${ID} --disable`, `PATCH /webhooks/${ID}`, { disabled: true }],
  [
    `webhooks update ${ID} --enable --events import.finished`,
    `PATCH /webhooks/${ID}`,
    { disabled: false, eventTypes: ['import.finished'] },
  ],
  [`webhooks test ${ID}`, `POST /webhooks/${ID}/test`, ''],
  [`webhooks replay ${ID} --message msg_1`, `POST /webhooks/${ID}/replay`, { messageId: 'msg_1' }],
  [`webhooks remove ${ID} -y`, `DELETE /webhooks/${ID}`, ''],
  [
    `campaigns create Hi --whatsapp Ho --template HX${'0'.repeat(32)} --variable 1={{name}} --group ${ID} --start --at 2026-12-24T18:00:00Z`,
    'POST /campaigns/create',
    {
      name: 'Hi',
      whatsappMessage: 'Ho',
      whatsappTemplate: { contentSid: `HX${'0'.repeat(32)}`, variables: { 1: '{{name}}' } },
      groups: [ID],
      isStarted: true,
      scheduledAt: '2026-12-24T18:00:00Z',
    },
  ],
  [
    `subscribers add ${ID} sms '+47 912 34 567' --data name=Ann`,
    'POST /subscribers',
    { integration: 'SMS', identifier: '+47 912 34 567', groupSlug: 'x', extraData: { name: 'Ann' } },
  ],
  [`subscribers update ${ID} --data name=Ann`, `PATCH /subscribers/${ID}`, { extraData: { name: 'Ann' } }],
  ['people erase mary@example.com -y', 'DELETE /people/data', { identifier: 'mary@example.com' }],
  [`users remove ${ID} -y`, `DELETE /operator/users/${ID}`, ''],
  [`subscribers remove ${ID} ${OTHER} -y`, 'DELETE /subscribers', { groupId: ID, subscriberIds: [OTHER] }],
];

/** The command line and its request. */
export const lists: [line: string, request: string][] = [
  ['groups list', 'GET /groups?include=counts&limit=1000'],
  ['groups list --limit 5', 'GET /groups?include=counts&limit=5'],
  ['groups deleted', 'GET /groups/deleted?limit=1000'],
  ['keys list', 'GET /api-keys?limit=1000'],
  [`keys list --user ${ID}`, `GET /operator/users/${ID}/api-keys?limit=1000`],
  ['people erasures', 'GET /people/erasures?limit=1000'],
  ['users list', 'GET /operator/users?limit=1000'],
  ['audit', 'GET /account/audit?limit=1000'],
  [`audit --user ${ID}`, `GET /operator/users/${ID}/audit?limit=1000`],
  [
    'replies list --channel sms --meaning none --address +14155552671',
    'GET /messages/inbound?channel=SMS&meaning=NONE&identifier=%2B14155552671&limit=1000',
  ],
  [
    'suppressions list --channel sms --reason stopped --address +47',
    'GET /suppressions?channel=SMS&reason=STOPPED&identifier=%2B47&limit=1000',
  ],
  [
    `campaigns deliveries ${ID} --state failed --limit 3`,
    `GET /campaigns/${ID}/deliveries?state=FAILED&limit=3`,
  ],
  [
    `campaigns deliveries ${ID} --state failed --export -`,
    `GET /campaigns/${ID}/deliveries/export?state=FAILED&formulas=escape`,
  ],
  ['campaigns list', 'GET /campaigns?limit=1000'],
  ['integrations list', 'GET /integrations?limit=1000'],
  ['senders list', 'GET /senders?limit=1000'],
  [`senders show ${ID}`, `GET /senders/${ID}`],
  [`senders default ${ID}`, `POST /senders/${ID}/default`],
  ['webhooks list', 'GET /webhooks?limit=1000'],
  [`webhooks attempts ${ID} --ok false`, `GET /webhooks/${ID}/attempts?ok=false&limit=1000`],
  ['imports list', 'GET /imports?limit=1000'],
  ['removals list', 'GET /removals?limit=1000'],
  [
    'audit --action api_key.created --since 2026-11-01T00:00:00Z',
    'GET /account/audit?action=api_key.created&since=2026-11-01T00%3A00%3A00Z&limit=1000',
  ],
  ['audit --all', 'GET /operator/audit?limit=1000'],
  [
    'audit --until 2026-12-01T00:00:00Z --export -',
    'GET /account/audit/export?until=2026-12-01T00%3A00%3A00Z&formulas=escape',
  ],
  ['suppressions words', 'GET /account/consent'],
  [
    'suppressions history sms +4915112345678',
    'GET /suppressions/history?channel=SMS&identifier=%2B4915112345678',
  ],
  [
    'subscribers find a@example.com --channel email',
    'GET /subscribers?integration=EMAIL&identifier=a%40example.com&limit=1000',
  ],
  [
    "subscribers search 'ann smi' --channel email",
    'GET /subscribers?integration=EMAIL&search=ann%20smi&limit=1000',
  ],
];
