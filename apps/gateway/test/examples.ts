import {
  type ApiKey,
  type AuditEntry,
  type Brand,
  type Campaign,
  type CampaignOutline,
  type CampaignPreview,
  type ContentChecks,
  type ContentTemplate,
  type Group,
  type Import,
  type RampUpState,
  type Sender,
  type SendingHealth,
  type OperatorKey,
  type PriceList,
  type ProviderAccount,
  type Person,
  type Preferences,
  type Reply,
  type SignUpForm,
  type Subscriber,
  type InboundMessage,
  type Suppression,
  type Attribute,
  type ImportMapping,
  type Media,
  type Segment,
  type SavedFilter,
  type Template,
  type TemplateOutline,
  type TemplateVersion,
  type Domain,
  type Topic,
  type User,
  type Webhook,
  type WebhookAttempt,
  contentOf,
  eachChannel,
  noBrand,
} from '@carillon/contracts';
import { USER } from './callers';

/** The replies of services in these tests. */

export const ID = '5f0000000000000000000001';
export const GROUP = '5f0000000000000000000002';
export const at = '2026-03-01T10:00:00.000Z';
export const later = '2026-03-01T10:00:01.000Z';
export const times = { createdAt: at, updatedAt: later };

export const campaign: Campaign = {
  id: ID,
  userId: USER,
  name: 'Spring',
  content: contentOf({
    bodies: { EMAIL: '<p>Hello</p>', WHATSAPP: '*Hello*' },
    shouldRemoveWatermark: true,
  }),
  groups: [GROUP],
  status: 'SENDING',
  statusReason: null,
  scheduledAt: null,
  maxLateness: null,
  ...times,
  publishedAt: later,
  finishedAt: null,
};

export const pendingCampaign: Campaign = {
  ...campaign,
  status: 'DRAFT',
  publishedAt: null,
  approval: {
    ...{ id: ID, state: 'PENDING', note: 'Please check the prices.', decision: null, notStarted: null },
    requestedBy: { by: { role: 'user', keyId: ID }, memberName: 'Ada Lovelace' },
    requestedAt: later,
    start: { scheduledAt: null, maxLateness: null },
  },
};

export const outline: CampaignOutline = {
  id: ID,
  channels: ['EMAIL', 'WHATSAPP'],
  groups: [GROUP],
  segments: [],
  tags: ['Spring'],
  scheduledAt: null,
  publishedAt: later,
  finishedAt: null,
};

export const person: Person = {
  id: ID,
  userId: USER,
  externalId: null,
  channels: [
    { channel: 'EMAIL', address: 'ann@example.com' },
    { channel: 'SMS', address: '+4915112345678' },
  ],
  attributes: { city: 'Oslo', visits: 3, vip: true, interests: ['choir'] },
  locale: 'de-DE',
  timeZone: null,
  country: null,
  ...times,
};

export const importMapping: ImportMapping = {
  columns: ['E-Mail', 'Geburtstag'],
  fields: [{ field: 'email', column: 'E-Mail' }],
  options: [{ name: 'Geburtstag', type: 'date', form: 'dmy' }],
  updatedAt: times.updatedAt,
};

export const attribute: Attribute = {
  userId: USER,
  name: 'birthday',
  label: 'Date of birth',
  type: 'date',
  people: 3,
  fillRate: 0.75,
  isComplete: true,
  examples: ['1990-05-01'],
  misfits: 1,
  converting: { change: 'TYPE', done: 1, total: 4 },
};

export const segment: Segment = {
  id: ID,
  userId: USER,
  name: 'People in Oslo',
  conditions: { all: [{ attribute: 'city', is: ['Oslo'] }, { not: { country: ['SE'] } }] },
  version: 1,
  ...times,
};

export const preferences: Preferences = {
  topics: [],
  channels: [{ channel: 'EMAIL', state: 'ON' }],
  ...{ snoozedUntil: null, locale: null, isKnown: true, leavesAll: false },
};

export const brand: Brand = {
  ...noBrand,
  logo: { src: 'https://news.example.com/m/token/logo.png', alt: 'Carillon' },
  color: '#0b4aa8',
  links: [{ network: 'mastodon', href: 'https://social.example.com/@carillon' }],
};

export const template: Template = {
  id: ID,
  userId: USER,
  kind: 'CAMPAIGN',
  name: 'Newsletter',
  content: campaign.content,
  version: 3,
  ...times,
};

export const templateVersion: TemplateVersion = {
  ...{ version: 2, name: 'Newsletter', channels: ['SMS'] },
  savedAt: '2026-03-01T10:00:00.000Z',
};

export const templateOutline: TemplateOutline = {
  ...{ id: ID, userId: USER, kind: 'CAMPAIGN', name: 'Newsletter', version: 3, channels: ['EMAIL', 'SMS'] },
  ...times,
};

export const picture: Media = {
  id: ID,
  userId: USER,
  token: 'Vq3Zk0uJq0yGmF1s8bXw2A',
  kind: 'IMAGE',
  name: 'spring.png',
  alt: 'A choir',
  type: 'image/png',
  ...{ bytes: 300_000, width: 1200, height: 800 },
  ...times,
};

export const savedFilter: SavedFilter = {
  id: ID,
  userId: USER,
  name: 'Sent in spring',
  filter: { status: 'SENT', tag: 'Spring', isArchived: false },
  ...times,
};

export const domain: Domain = {
  id: ID,
  userId: USER,
  domain: 'example.com',
  state: 'PENDING',
  keys: [
    {
      ...{ selector: 'carillon-b8c8d2-rsa1', algorithm: 'RSA_2048', state: 'PENDING' },
      createdAt: times.createdAt,
    },
  ],
  records: [
    {
      ...{ purpose: 'DKIM', type: 'TXT', name: 'carillon-b8c8d2-rsa1._domainkey.example.com' },
      ...{ value: 'v=DKIM1; k=rsa; p=MIIB', isRequired: true },
      ...{ status: 'MISSING', finding: 'dkim_missing', found: [] },
    },
  ],
  checkedAt: times.createdAt,
  ...times,
};

export const topic: Topic = {
  id: ID,
  userId: USER,
  name: 'Offers',
  description: 'Discounts and sales',
  ...times,
};

export const signUpForm: SignUpForm = {
  id: ID,
  userId: USER,
  name: 'Footer of the site',
  groupId: GROUP,
  language: 'en',
  title: 'Choir news',
  text: null,
  button: null,
  fields: [{ attribute: 'firstName', label: 'First name', required: true }],
  wording: 'Send me the news of the choir.',
  wordingVersion: 1,
  subject: null,
  html: null,
  plainText: null,
  requestedUrl: null,
  confirmedUrl: null,
  ...times,
};

export const subscriber: Subscriber = {
  id: ID,
  userId: USER,
  groupId: GROUP,
  channel: 'EMAIL',
  address: 'ann@example.com',
  token: 'tok',
  extraData: { name: 'Ann' },
  ...times,
};

export const suppression: Suppression = {
  id: ID,
  userId: USER,
  channel: 'EMAIL',
  address: 'ann@example.com',
  sender: null,
  reason: 'MANUAL',
  createdAt: at,
};

export const inboundMessage: InboundMessage = {
  id: ID,
  userId: USER,
  senderId: ID,
  channel: 'SMS',
  address: '+14155552671',
  sender: '+15005550006',
  text: 'Who is this?',
  meaning: null,
  receivedAt: at,
  optedOutAt: null,
};

export const webhook: Webhook = {
  id: ID,
  userId: USER,
  url: 'https://shop.example.com/hook',
  description: null,
  eventTypes: ['campaign.completed'],
  batch: false,
  disabledFor: null,
  failingSince: null,
  formerSecretUntil: null,
  ...times,
};

export const attempt: WebhookAttempt = {
  id: ID,
  messageId: 'msg_1',
  type: 'campaign.completed',
  at,
  ok: false,
  status: 503,
  error: null,
  durationMs: 12,
  nextTryAt: later,
};

export const group: Group = { id: GROUP, userId: USER, name: 'Friends', slug: 'friends', ...times };
export const counts = { total: 6, EMAIL: 1, WHATSAPP: 2, SMS: 3 };

export const imported: Import = {
  id: ID,
  userId: USER,
  groupId: GROUP,
  kind: 'ADD',
  state: 'RUNNING',
  format: 'csv',
  counts: {
    lines: 9,
    rejected: 1,
    created: 5,
    updated: 0,
    skipped: 3,
    suppressed: 2,
    removed: 0,
    missing: 0,
  },
  createdAt: at,
  finishedAt: null,
};

export const audienceFields: Reply<'audience.fields'> = {
  people: { EMAIL: 2, WHATSAPP: 0, SMS: 1 },
  isComplete: true,
  fields: [{ name: 'name', people: { EMAIL: 1, WHATSAPP: 0, SMS: 1 } }],
  missing: [{ channel: 'EMAIL', key: 'name', people: 1 }],
  sms: { segments: 1, longest: 1 },
};
export const audience = {
  EMAIL: { members: 5, distinct: 4, suppressed: 1 },
  WHATSAPP: { members: 0, distinct: 0, suppressed: 0 },
  SMS: { members: 2, distinct: 2, suppressed: 2 },
};

const example = { personId: ID, subscriberId: ID, address: 'mary@example.com', name: 'Mary' };
export const rehearsal: Reply<'audience.rehearse'> = {
  asOf: at,
  isComplete: true,
  channels: {
    EMAIL: {
      members: 5,
      total: 4,
      reached: 1,
      unreached: [
        { state: 'SKIPPED', reason: 'SNOOZED', count: 1, people: [] },
        { state: 'SKIPPED', reason: 'SUPPRESSED', count: 2, people: [example] },
      ],
    },
    WHATSAPP: { members: 0, total: 0, reached: 0, unreached: [] },
    SMS: { members: 2, total: 2, reached: 2, unreached: [] },
  },
  missing: [{ channel: 'EMAIL', key: 'name', count: 1, people: [example] }],
  sms: { segments: 3, longest: 2 },
  outsideWindow: 3,
  countries: [
    { channel: 'SMS', provider: null, country: 'DE', messages: 1, units: 2 },
    { channel: 'SMS', provider: null, country: 'AT', messages: 1, units: 1 },
  ],
};

export const selectedAudience = eachChannel(() => ({ distinct: 4, excluded: 1, suppressed: 2 }));

export const preview: CampaignPreview = {
  EMAIL: { subject: 'Spring', html: '<p>Hello</p>', text: 'Hello' },
  WHATSAPP: { text: '*Hello*' },
  SMS: null,
  missingKeys: ['name'],
  unquotedKeys: ['link'],
  warnings: [{ code: 'NOT_UNDERSTOOD', source: '{{ name | upcase }}', detail: 'Not understood' }],
};

export const contentChecks: ContentChecks = {
  recipients: { EMAIL: 2, WHATSAPP: 0, SMS: 1 },
  isComplete: true,
  characters: 12,
  findings: [
    {
      ...{ code: 'LINK_WITHOUT_TARGET', severity: 'error', channel: 'EMAIL', field: 'emailMessage' },
      ...{ source: null, detail: 'One link leads nowhere.', count: 1 },
      ...{ places: [{ line: 1, element: '<a href="#">' }], people: null, measured: null, limit: null },
    },
  ],
};

export const account: User = {
  id: USER,
  name: 'Ann',
  email: null,
  plan: 'UPGRADED',
  status: 'ACTIVE',
  ...times,
};

export const apiKey: ApiKey = {
  id: ID,
  userId: USER,
  name: 'CI',
  prefix: 'car_live_0000',
  scopes: ['read'],
  createdAt: at,
  lastUsedAt: null,
};

export const providerAccount: ProviderAccount = {
  ...{ id: ID, provider: 'SMTP', name: 'smtp.example.com · ann', channels: ['EMAIL'] },
  ...{ senders: 3, users: 2, ratePerSecond: 50, pausedAt: at },
};

export const sendingHealth: SendingHealth = {
  asOf: at,
  channels: [
    {
      ...{ channel: 'EMAIL', workers: 2, capacity: 32, ready: 3, offered: 1, leased: 30 },
      ...{ recipients: 600, oldestSeconds: 1.5 },
    },
  ],
  senders: [
    {
      ...{ senderId: ID, channel: 'EMAIL', sent: 4, failed: 1, unconfirmed: 0 },
      unusable: { reason: 'LOGIN_REFUSED', providerCode: '535', since: at, nextTryAt: at },
    },
    { senderId: 'default', channel: 'EMAIL', sent: 9, failed: 0, unconfirmed: 1, unusable: null },
  ],
  others: 0,
};

export const priceList: PriceList = {
  id: ID,
  currency: 'EUR',
  prices: [
    { channel: 'EMAIL', provider: null, country: null, price: '0.40' },
    { channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' },
  ],
  createdAt: at,
};

export const operatorKey: OperatorKey = {
  id: ID,
  name: 'On call',
  prefix: 'car_op_000000',
  grants: ['read'],
  isConfigured: false,
  createdAt: at,
  lastUsedAt: null,
};

export const auditEntry: AuditEntry = {
  id: ID,
  at,
  userId: USER,
  actor: { role: 'user', keyId: ID, keyName: 'CI', keyPrefix: 'car_live_0000' },
  action: 'user.updated',
  target: { type: 'user', id: USER, name: 'Ann' },
  changes: [{ field: 'plan', before: 'FREE', after: 'UPGRADED' }],
  requestId: null,
};

export const integration: Sender = {
  id: ID,
  userId: USER,
  channel: 'EMAIL',
  provider: 'SMTP',
  isDefault: true,
  name: 'Our server',
  settings: { host: 'smtp.example.com', port: 587, security: 'starttls', fromAddress: 'news@example.com' },
  secrets: { password: '…cret' },
  ratePerSecond: null,
  rampUp: {
    startsOn: '2026-12-01',
    startPerDay: 50,
    targetPerDay: 5_000,
    factor: 1.5,
    step: null,
    domainGroups: [{ group: 'GMAIL', startPerDay: 20, targetPerDay: 500 }],
    maxBounceRate: 0.05,
    maxComplaintRate: 0.003,
  },
  status: 'UNTESTED',
  statusReason: null,
  checkedAt: null,
  ...times,
};

export const rampUpState: RampUpState = {
  date: '2026-12-04',
  day: 4,
  limit: 2_000,
  sent: 812,
  domainGroups: [{ group: 'GMAIL', limit: 500, sent: 120 }],
  bounced: 3,
  complained: 0,
  waitsUntil: null,
  paused: null,
};

const { rampUp: _rampUp, ...plainSender } = integration;
/** On another channel than `integration`. */
export const TWILIO = '5f0000000000000000000003';
export const twilioIntegration: Sender = {
  ...plainSender,
  id: TWILIO,
  channel: 'SMS',
  provider: 'TWILIO',
  name: 'Our Twilio',
  settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
  secrets: { authToken: '…oken' },
};

export const contentTemplate: ContentTemplate = {
  contentSid: `HX${'0'.repeat(32)}`,
  name: 'order_ready',
  language: 'en',
  status: 'APPROVED',
  rejectionReason: null,
  category: 'UTILITY',
  body: 'Hello {{1}}, your order is ready.',
  variables: { 1: 'Ada' },
  buttons: ['Track the order'],
  hasMedia: false,
};

export const twilioSettings = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'a long and secret token',
  from: '+1 (500) 555-0006',
};

export const settings = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  username: 'news',
  password: 'a very long secret',
  fromAddress: 'News@Example.com',
};
