import { AppError, type Payload, type Subscriber } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { PersonValues, filledFrom } from '../identity';
import { Groups, MemberSearch, type PageOfSubscribers, SubscriberPages, Subscribers } from '../membership';
import { searchPatterns } from '../search-terms';

@Injectable()
export class ReadSubscribers {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly pages: SubscriberPages,
    private readonly memberSearch: MemberSearch,
    private readonly personValues: PersonValues,
  ) {}

  /** Errors: subscriber_not_found, also for a member of a deleted group. */
  async get({ userId, id, withValues = false }: Payload<'subscriber.get'>): Promise<Subscriber> {
    const subscriber = await this.subscribers.get(userId, id);
    const group = subscriber && (await this.groups.get(userId, subscriber.groupId));
    if (!group) throw new AppError('subscriber_not_found');
    if (!withValues) return subscriber;
    const values = await this.personValues.of(userId, subscriber.address);
    return { ...subscriber, extraData: filledFrom(values, subscriber.extraData) };
  }

  /** A page of a group, oldest first. Errors: group_not_found. */
  async list(query: Payload<'subscriber.list'>): Promise<PageOfSubscribers> {
    const [group, page] = await Promise.all([
      this.groups.get(query.userId, query.groupId),
      this.pages.ofGroup(query),
    ]);
    if (!group) throw new AppError('group_not_found');
    return page;
  }

  /** The subscribers with an address, in one group or in all groups of the user. Errors: group_not_found. */
  async find({ groupId, ...search }: Payload<'subscriber.find'>): Promise<PageOfSubscribers> {
    return this.pages.withAddress({ ...search, groupIds: await this.groupsOf(search.userId, groupId) });
  }

  /** The members that a search finds, in one group or in all groups of the user. Errors: group_not_found. */
  async search({ groupId, search, ...rest }: Payload<'subscriber.search'>): Promise<PageOfSubscribers> {
    const groupIds = await this.groupsOf(rest.userId, groupId);
    const items = await this.memberSearch.search({ ...rest, groupIds, patterns: searchPatterns(search) });
    return { items, next: null };
  }

  private async groupsOf(userId: string, groupId: string | null): Promise<string[]> {
    if (groupId === null) return this.groups.ids(userId);
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    return [groupId];
  }
}
