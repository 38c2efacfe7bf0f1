import { ObjectId } from 'mongodb';
import {
  type Amounts,
  type Group,
  type Payload,
  type Reply,
  type Subscriber,
  newId,
} from '@carillon/contracts';
import { BehaviorLedger } from './behavior-ledger';
import { type OtherServices, type Surroundings, TestService, surroundings } from '@carillon/testing';
import { SubscriberModule } from '../src/subscriber.module';

const ERASURE_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** The subscriber service on a real broker and database, where the test plays the campaign service. */
export class SubscriberService extends TestService {
  /** The campaign service's reply about every group. */
  groupInUse = false;
  /** The campaign service's reply about every segment. */
  segmentInUse = false;
  /** The account service's reply about plans of users; other users have no limit. */
  readonly limits = new Map<string, Amounts>();
  /** The dispatcher's reply about deliveries to an address. */
  readonly deliveries = new Map<string, Reply<'person.deliveries'>['items']>();

  /** The dispatcher's replies about the behavior of recipients. */
  readonly ledger = new BehaviorLedger();

  private constructor(around: Surroundings) {
    const environment = { GROUP_CLEAN_UP_MS: '50', ERASURE_KEYS };
    super({ service: 'subscriber', module: SubscriberModule, environment }, around);
  }

  /** `more`: the replies of other services in addition to these. */
  static async start(more: Parameters<OtherServices['answer']>[0] = {}): Promise<SubscriberService> {
    const service = new SubscriberService(await surroundings());
    await service.others.answer({
      'campaign.targets-group': () => ({ inUse: service.groupInUse }),
      'campaign.targets-segment': () => ({ inUse: service.segmentInUse }),
      'person.deliveries': ({ address }) => ({ items: service.deliveries.get(address) ?? [], next: null }),
      ...service.ledger.answers(),
      'account.quotas': ({ userId }) => ({ limits: service.limits.get(userId) ?? {} }),
      ...more,
    });
    await service.boot();
    return service;
  }

  group(userId: string, overrides: Partial<Payload<'group.create'>> = {}): Promise<Group> {
    return this.messenger.request('group.create', aGroup(userId, overrides));
  }

  /** A new member of the group. */
  member(
    { userId, slug }: Pick<Group, 'userId' | 'slug'>,
    overrides: Partial<Payload<'subscriber.create'>> = {},
  ): Promise<Subscriber> {
    return this.messenger.request('subscriber.create', aSubscriber(userId, slug, overrides));
  }

  /** Changes the join time of members to a year ago. */
  async makeOlder(members: readonly Pick<Subscriber, 'id'>[]): Promise<void> {
    const longAgo = new Date(Date.now() - 365 * 24 * 3_600_000);
    const _id = { $in: members.map(({ id }) => new ObjectId(id)) };
    await this.stored('subscribers').updateMany(
      { _id },
      { $set: { createdAt: longAgo, updatedAt: longAgo } },
    );
  }

  /** The members of a group as the planner sees them. */
  async audience({ userId, id: groupId }: Pick<Group, 'userId' | 'id'>, keys: string[] = []) {
    const query = { userId, groupId, keys, after: null, limit: 1000 };
    return (await this.messenger.request('audience.page', query)).items;
  }
}

export function aGroup(
  userId: string,
  overrides: Partial<Payload<'group.create'>> = {},
): Payload<'group.create'> {
  return { id: newId(), userId, name: 'News', slug: null, ...overrides };
}

export function aSubscriber(
  userId: string,
  groupSlug: string,
  overrides: Partial<Payload<'subscriber.create'>> = {},
): Payload<'subscriber.create'> {
  const id = newId();
  return {
    id,
    userId,
    groupSlug,
    channel: 'EMAIL',
    address: `${id}@mail.test`,
    extraData: {},
    consent: aConsent,
    ...overrides,
  };
}

/** Added with a key. */
const aConsent = { source: 'KEY' as const, keyId: newId() };

/** An AppError of this code. */
export const code = (code: string): unknown => expect.objectContaining({ code });
