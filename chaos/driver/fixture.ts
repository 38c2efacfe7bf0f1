import type { TestGroup } from '../../e2e/driver/arrange';
import type { Person } from '../evidence/evidence';
import type { Rig } from '../rig/rig';
import { Mailing } from './mailing';
import { Sender } from './sender';

/** What a scenario has to do with: a rig in good order, a user whom no other scenario knows, and what it sends. */
export class Fixture {
  readonly mailings: Mailing[] = [];
  private readonly senders: Sender[];

  private constructor(
    readonly rig: Rig,
    readonly sender: Sender,
    /** How many recipients a campaign has: thousands in the long form, fewer in the short one. */
    readonly size: number,
  ) {
    this.senders = [sender];
  }

  static async set(rig: Rig, size: number): Promise<Fixture> {
    return new Fixture(rig, await Sender.create(rig.parts.messenger), size);
  }

  get fleet(): Rig['parts']['fleet'] {
    return this.rig.parts.fleet;
  }

  /** A user beside the first one. */
  async another(): Promise<Sender> {
    const sender = await Sender.create(this.rig.parts.messenger);
    this.senders.push(sender);
    return sender;
  }

  /** Publishes a campaign to these people. */
  async mailTo(people: readonly Person[], sender = this.sender): Promise<Mailing> {
    return this.publish([await sender.group(people)], people, sender);
  }

  /** Publishes a campaign to groups that these people are in. */
  async publish(
    groups: readonly TestGroup[],
    people: readonly Person[],
    sender = this.sender,
  ): Promise<Mailing> {
    const mailing = await Mailing.publish(this.rig, sender, groups, people);
    this.mailings.push(mailing);
    return mailing;
  }

  async clear(): Promise<void> {
    this.rig.parts.provider.behave();
    await Promise.all(this.senders.map((sender) => sender.close()));
  }
}
