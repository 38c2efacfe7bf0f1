import { type Channel, newId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { type TestGroup, type TestUser, newGroup, newUser } from '../../e2e/driver/arrange';
import type { Person } from '../evidence/evidence';
import { MailRecorder } from '../recorder/mail-recorder';

/** How many requests are on their way at once while an audience is written. */
const AT_ONCE = 48;

/** A user with a mail server of their own, who may send SMS by the recording provider, too. */
export class Sender {
  private constructor(
    readonly user: TestUser,
    readonly mail: MailRecorder,
    /** The id of the integration by which this user's mail leaves. */
    readonly mailIntegration: string,
    private readonly messenger: Messenger,
  ) {}

  static async create(messenger: Messenger): Promise<Sender> {
    const user = await newUser('UPGRADED');
    const mail = await MailRecorder.listen();
    const settings = {
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
      fromAddress: 'news@chaos.example',
    };
    const mailIntegration = await integrate(messenger, user, 'EMAIL', settings);
    await integrate(messenger, user, 'SMS', {});
    return new Sender(user, mail, mailIntegration, messenger);
  }

  /** A new group with these people in it; somebody who is named twice is so once. */
  async group(people: readonly Person[]): Promise<TestGroup> {
    const group = await newGroup(this.user);
    const left = people.values();
    const lane = async (): Promise<void> => {
      for (const person of left) await this.subscribe(group, person);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return group;
  }

  async close(): Promise<void> {
    await this.mail.leave();
  }

  private async subscribe({ slug }: TestGroup, { channel, address }: Person): Promise<void> {
    await this.messenger.request('subscriber.create', {
      id: newId(),
      userId: this.user.id,
      groupSlug: slug,
      channel,
      address,
      extraData: { name: 'Ada' },
      consent: { source: 'KEY', keyId: newId() },
    });
  }
}

async function integrate(
  messenger: Messenger,
  { id: userId }: TestUser,
  channel: Channel,
  settings: Record<string, unknown>,
): Promise<string> {
  const id = newId();
  const nothing = { sealed: {}, secrets: {}, ratePerSecond: null };
  await messenger.request('integration.create', { id, userId, channel, name: 'Chaos', settings, ...nothing });
  return id;
}
