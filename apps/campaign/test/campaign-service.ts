import { type CampaignStatus, type Payload, type Plan, type User, newId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import {
  OtherServices,
  type TestBroker,
  type TestDatabase,
  eventually,
  startTestService,
  testBroker,
  testDatabase,
} from '@carillon/testing';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import { CampaignModule } from '../src/campaign.module';
import type { CampaignDocument } from '../src/campaigns/campaign-document';

type Draft = Payload<'campaign.create'>;

/** What the dispatcher heard. */
export interface Announcement {
  event: 'campaign.published' | 'campaign.deleted';
  payload: Payload<'campaign.published'> | Payload<'campaign.deleted'>;
}

/** The campaign service on a real broker and database, with the services around it played by the test. */
export class CampaignService {
  /** What the account and subscriber services say of every user. */
  plan: Plan = 'FREE';
  suspended = false;
  missingGroups: string[] = [];
  readonly announced: Announcement[] = [];
  private copies: INestApplicationContext[] = [];

  private constructor(
    readonly broker: TestBroker,
    private readonly database: TestDatabase,
    private readonly others: OtherServices,
  ) {}

  static async start(): Promise<CampaignService> {
    const [broker, database] = await Promise.all([testBroker(), testDatabase()]);
    const others = await OtherServices.on(broker);
    const service = new CampaignService(broker, database, others);
    const heard = (event: Announcement['event']) => (payload: Announcement['payload']) =>
      service.announced.push({ event, payload });
    await others.hear('dispatcher.events', {
      'campaign.published': heard('campaign.published'),
      'campaign.deleted': heard('campaign.deleted'),
    });
    await others.answer({
      'user.get': ({ id }) => service.user(id),
      'group.find-missing': ({ ids }) => ({
        missing: ids.filter((id) => service.missingGroups.includes(id)),
      }),
    });
    await service.boot();
    return service;
  }

  get messenger(): Messenger {
    return this.others.messenger;
  }

  get documents(): Collection<CampaignDocument> {
    return this.database.of('campaign').collection<CampaignDocument>('campaigns');
  }

  /** One more copy. `environment` is for this copy alone. */
  async boot(environment: Record<string, string> = {}): Promise<void> {
    const copy = await startTestService('campaign', CampaignModule, {
      broker: this.broker,
      database: this.database,
      environment: { OUTBOX_SWEEP_MS: '100', ...environment },
    });
    this.copies.push(copy);
  }

  /** What the first copy is made of. */
  part<T>(type: Type<T>): T {
    const [copy] = this.copies;
    if (!copy) throw new Error('The campaign service does not run');
    return copy.get(type, { strict: false });
  }

  /** Ends all copies. */
  async shutDown(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.close()));
    this.copies = [];
  }

  async remove(): Promise<void> {
    await this.shutDown();
    await this.others.close();
    await Promise.all([this.broker.remove(), this.database.drop()]);
  }

  create(changes: Partial<Draft> = {}) {
    return this.messenger.request('campaign.create', aCampaign(changes));
  }

  publish(id: string, userId: string, requestId = newId()) {
    return this.messenger.request('campaign.publish', {
      id,
      userId,
      start: { requestId, scheduledAt: null, maxLateness: null },
    });
  }

  /** What the dispatcher says at the end of a run. */
  completed(campaignId: string, run: number, finishedAt = '2026-03-01T12:00:00.000Z') {
    return this.messenger.publish('campaign.completed', { campaignId, run, finishedAt });
  }

  async find(campaignId: string): Promise<CampaignDocument | null> {
    return this.documents.findOne({ _id: new ObjectId(campaignId) });
  }

  /** Puts it into a status that only later features lead to. */
  async setStatus(campaignId: string, status: CampaignStatus): Promise<void> {
    await this.documents.updateOne({ _id: new ObjectId(campaignId) }, { $set: { status } });
  }

  /** What was announced of one campaign, once there are that many announcements. */
  async announcements(campaignId: string, count = 1): Promise<Announcement[]> {
    const ofIt = () => this.announced.filter(({ payload }) => payload.campaignId === campaignId);
    await eventually(() => ofIt().length >= count);
    return ofIt();
  }

  private user(id: string): User {
    const at = '2026-01-01T00:00:00.000Z';
    const status = this.suspended ? 'SUSPENDED' : 'ACTIVE';
    return { id, name: 'Ada', email: null, plan: this.plan, status, createdAt: at, updatedAt: at };
  }
}

export function aCampaign(changes: Partial<Draft> = {}): Draft {
  return {
    id: newId(),
    userId: newId(),
    name: 'Spring',
    emailBody: '<p>Hello</p>',
    whatsappBody: null,
    smsBody: null,
    removeCredits: false,
    groups: [newId()],
    start: null,
    ...changes,
  };
}
