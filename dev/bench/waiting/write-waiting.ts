import { compileEmail } from '@carillon/content';
import { contentOf, newId } from '@carillon/contracts';
import { stack } from '@carillon/stack';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import {
  type CampaignDocument,
  newDocument,
  started,
} from '../../../apps/campaign/src/campaigns/campaign-document';
import type { Plain } from '@carillon/mongo';
import type { ContentRecord } from '../../../apps/dispatcher/src/dispatch/content-store';
import {
  type DispatchDocument,
  type Plannable,
  notOpened,
  toDispatch,
} from '../../../apps/dispatcher/src/dispatch/dispatch';
import type { BatchDocument } from '../../../apps/dispatcher/src/ledger/batch';
import { toDocument } from '../../../apps/dispatcher/src/ledger/batch-document';
import type { RecipientPage } from '../../../apps/dispatcher/src/ledger/recipient-pages';
import { batchesOf, layOut } from '../../../apps/dispatcher/src/planning/page-layout';
import type { TestGroup, TestUser } from '../../driver/arrange';

const AT_ONCE = 1_000;
const MAIL = '<p>Dear {{name|friend}}, the bells are ringing.</p>';
/** The operator's default sender, with the name that the account service uses in routes. */
const ROUTE = { senderId: 'default', ratePerSecond: null, maxConnections: null };

export interface Tenant {
  user: TestUser;
  group: TestGroup;
}

/** The documents of one campaign in the databases of the campaign service and the dispatcher. */
interface Documents {
  campaign: CampaignDocument;
  content: Plain<ContentRecord>;
  dispatch: DispatchDocument;
  page: RecipientPage;
  batches: BatchDocument[];
}

/**
 * Writes campaigns to one person each, in the state in which the services leave them when they are published,
 * planned, and waiting to be sent. Publishing a hundred thousand campaigns would take longer than measuring them.
 * `campaigns` is the number of campaigns of each tenant.
 */
export async function writeWaiting(tenants: readonly Tenant[], campaigns: number): Promise<void> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    for (let round = 0; round < campaigns; round++) {
      for (let from = 0; from < tenants.length; from += AT_ONCE)
        await insert(
          client,
          tenants.slice(from, from + AT_ONCE).map((tenant) => waitingOf(tenant, round)),
        );
    }
  } finally {
    await client.close();
  }
}

/** Writes in the order of the services, so that references exist before they are read. */
async function insert(client: mongo.MongoClient, documents: readonly Documents[]): Promise<void> {
  const [campaigns, ledger] = [client.db('carillon_campaign'), client.db('carillon_dispatcher')];
  await campaigns
    .collection<CampaignDocument>('campaigns')
    .insertMany(documents.map(({ campaign }) => campaign));
  await ledger
    .collection<Plain<ContentRecord>>('content')
    .insertMany(documents.map(({ content }) => content));
  await ledger.collection<RecipientPage>('recipientPages').insertMany(documents.map(({ page }) => page));
  await ledger
    .collection<DispatchDocument>('dispatches')
    .insertMany(documents.map(({ dispatch }) => dispatch));
  await ledger.collection<BatchDocument>('batches').insertMany(documents.flatMap(({ batches }) => batches));
}

function waitingOf({ user, group }: Tenant, number: number): Documents {
  const now = new Date();
  const subject = `Waiting ${number}`;
  const content = contentOf({ subject, bodies: { EMAIL: MAIL } });
  const command = {
    ...{ id: newId(), userId: user.id, groups: [group.id] },
    ...{ name: subject, content },
  };
  const order = { requestId: newId(), at: now, scheduledAt: null, maxLateness: null };
  const draft = newDocument(command, now);
  const dispatch: DispatchDocument = {
    ...notOpened(command.id, user.id),
    ...{
      groups: [new ObjectId(group.id)],
      rev: 2,
      run: 1,
      publishedAt: now,
      startedAt: now,
      lastStepAt: now,
    },
    ...{
      routes: { EMAIL: ROUTE, WHATSAPP: null, SMS: null },
      keyless: true,
      cursor: null,
      planned: true,
      step: 1,
    },
  };
  const plannable: Plannable = {
    ...toDispatch(dispatch),
    routes: { EMAIL: ROUTE, WHATSAPP: null, SMS: null },
    step: 0,
  };
  const page = layOut(plannable, { items: [person(number)], readAt: now }, null);
  const brief = { channels: ['EMAIL' as const], keys: ['name'] };
  return {
    campaign: {
      ...draft,
      ...started(2, { order, plan: 'FREE', emails: { email: null }, linkTags: null }),
      pending: [],
    },
    content: {
      ...{ _id: new ObjectId(command.id), content, compiledEmail: compileEmail(MAIL) },
      ...{ watermark: true, ...brief },
    },
    ...{ dispatch, page, batches: batchesOf(plannable, brief, page).map(toDocument) },
  };
}

function person(number: number) {
  const address = `person.${number}@example.com`;
  return { subscriberId: newId(), channel: 'EMAIL' as const, address, variables: { name: 'Ada' } };
}
