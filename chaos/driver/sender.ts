import { newId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { data } from '../../e2e/driver/api';
import { type TestGroup, type TestUser, newGroup, newUser } from '../../e2e/driver/arrange';
import type { Person } from '../evidence/evidence';
import { MailRecorder } from '../recorder/mail-recorder';

/** How many requests are on their way at once while an audience is written. */
const AT_ONCE = 48;

/** A user with a mail server of their own, who may send SMS by the recording Twilio, too. */
export class Sender {
  private constructor(
    readonly user: TestUser,
    readonly mail: MailRecorder,
    /** The ids of the integrations by which this user's mail and SMS leave. */
    readonly mailIntegration: string,
    readonly smsIntegration: string,
    private readonly messenger: Messenger,
  ) {}

  static async create(messenger: Messenger): Promise<Sender> {
    const user = await newUser('UPGRADED');
    const mail = await MailRecorder.listen();
    const mailIntegration = await integrateMail(messenger, user, mail.port);
    const smsIntegration = await integrateSms(user);
    return new Sender(user, mail, mailIntegration, smsIntegration, messenger);
  }

  /** A new group with these people in it; somebody who is named twice is so once. */
  async group(people: readonly Person[]): Promise<TestGroup> {
    const group = await newGroup(this.user);
    await forAll(people, (person) => this.subscribe(group, person));
    return group;
  }

  /** These people must not be written to by this user any more. */
  async suppress(people: readonly Person[]): Promise<void> {
    await forAll(people, (person) =>
      this.messenger.request('suppression.create', { id: newId(), userId: this.user.id, ...person }),
    );
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

/** Does something for each of them, for some at the same time. */
async function forAll(people: readonly Person[], act: (person: Person) => Promise<unknown>): Promise<void> {
  const left = people.values();
  const lane = async (): Promise<void> => {
    for (const person of left) await act(person);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** A mail server on this machine, which the API would not take. */
async function integrateMail(messenger: Messenger, { id: userId }: TestUser, port: number): Promise<string> {
  const settings = { host: '127.0.0.1', port, security: 'none', fromAddress: 'news@chaos.example' };
  const integration = { id: newId(), userId, channel: 'EMAIL' as const, name: 'Chaos', settings };
  await messenger.request('integration.create', {
    by: { role: 'operator', keyId: newId() },
    ...integration,
    ...{ sealed: {}, secrets: {}, ratePerSecond: null },
  });
  return integration.id;
}

/** An account, whose credentials the recorder does not ask for, at a rate that holds nobody up. */
async function integrateSms({ key }: TestUser): Promise<string> {
  const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+15005550006' };
  const integration = { channel: 'SMS', name: 'Chaos', settings, ratePerSecond: 10_000 };
  const { createIntegration } = await data('POST', '/integrations', integration, key);
  return (createIntegration as { _id: string })._id;
}
