import { call, until } from '../../driver/api';
import type { TestGroup } from '../../driver/arrange';
import type { Person } from '../evidence/evidence';
import type { Rig } from '../rig/rig';
import { Mailing } from './mailing';
import { Sender } from './sender';

/**
 * The context of a scenario: a running rig, a user of the scenario, and the campaigns that the scenario publishes.
 */
export class Fixture {
  readonly mailings: Mailing[] = [];
  private readonly senders: Sender[];

  private constructor(
    readonly rig: Rig,
    readonly sender: Sender,
    /** The number of recipients of a campaign. */
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

  /** Adds another user. If an address is given, the user's emails use it as return address. */
  async another(bounceAddress?: string): Promise<Sender> {
    const sender = await Sender.create(this.rig.parts.messenger, bounceAddress);
    this.senders.push(sender);
    return sender;
  }

  /** Publishes a campaign to these people. */
  async mailTo(people: readonly Person[], sender = this.sender): Promise<Mailing> {
    return this.publish([await sender.group(people)], people, sender);
  }

  /** Publishes a campaign to groups with these members. `audience`: segments and exclusions. */
  async publish(
    groups: readonly TestGroup[],
    people: readonly Person[],
    sender = this.sender,
    audience?: object,
  ): Promise<Mailing> {
    const mailing = await Mailing.publish(this.rig, sender, groups, people, audience);
    this.mailings.push(mailing);
    return mailing;
  }

  async clear(): Promise<void> {
    this.rig.parts.provider.behave();
    await Promise.all(this.senders.map((sender) => sender.close()));
  }
}

/** How long a service on a busy machine may respond that it is slow (seconds). */
const PATIENT_S = 60;

/** Calls the API, and retries while a service does not respond. Throws on any other status. */
export async function must(
  fixture: Fixture,
  wanted: number,
  method: string,
  path: string,
  body: unknown = {},
): Promise<void> {
  const { status } = await until(`a response to ${method} ${path}`, PATIENT_S, async () => {
    const answer = await call(method, path, body, fixture.sender.user.key);
    return answer.status >= 503 ? null : answer;
  });
  if (status !== wanted) throw new Error(`${method} ${path} answered ${status}, not ${wanted}`);
}
