import { someone } from '@carillon/testing/someone';
import { randomInt } from 'node:crypto';
import { AppError, newId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { type Json, data, text, until } from '../../driver/api';
import { type TestGroup, type TestUser, newGroup, newUser, unique } from '../../driver/arrange';
import type { Person } from '../evidence/evidence';
import { MailRecorder } from '../recorder/mail-recorder';

/** The number of concurrent requests that fill a group. */
const AT_ONCE = 48;
/** How long no service may respond on a busy machine (seconds). */
const PATIENT_S = 60;

/** A user with a recording mail server and an account at the recording Twilio. */
export class Sender {
  /** All mail servers of the user: `mail`, and the others of pools. */
  readonly mails: MailRecorder[];

  private constructor(
    readonly user: TestUser,
    readonly mail: MailRecorder,
    /** The IDs of the user's senders. */
    readonly mailSender: string,
    readonly smsSender: string,
    private readonly messenger: Messenger,
  ) {
    this.mails = [mail];
  }

  static async create(messenger: Messenger, bounceAddress?: string): Promise<Sender> {
    const user = await newUser('UPGRADED');
    const mail = await MailRecorder.listen();
    const mailSender = await integrateMail(messenger, user, mail.port, bounceAddress);
    const smsSender = await integrateSms(user);
    return new Sender(user, mail, mailSender, smsSender, messenger);
  }

  /** Creates a group with these members. */
  async group(people: readonly Person[]): Promise<TestGroup> {
    const group = await newGroup(this.user);
    await forAll(people, (person) => this.subscribe(group, person));
    return group;
  }

  /**
   * Adds people with this attribute who are in no group. `others`: a further address of each person. Resolves with their
   * IDs.
   */
  async describe(people: readonly Person[], city: string, others: readonly Person[] = []): Promise<string[]> {
    const ids: string[] = [];
    const entries = people.map((person, index) =>
      [person, others[index]].filter((each) => each !== undefined),
    );
    await forAll(entries, async (own) => {
      const person = { userId: this.user.id, id: newId(), attributes: { city } };
      const addresses = Object.fromEntries(own.map(({ channel, address }) => [channel, [address]]));
      await this.messenger.request('person.create', { ...person, addresses });
      ids.push(person.id);
    });
    return ids;
  }

  /** Changes the city of people, and tries again while no subscriber service responds. */
  async move(ids: readonly string[], city: string): Promise<void> {
    for (const id of ids) {
      const change = { userId: this.user.id, id, attributes: { city } };
      await until('a subscriber service', PATIENT_S, () =>
        this.messenger.request('person.update', change).catch((error: unknown) => {
          if (error instanceof AppError && error.kind === 'unavailable') return null;
          throw error;
        }),
      );
    }
  }

  /** Adds these people to the user's suppression list. */
  async suppress(people: readonly Person[]): Promise<void> {
    await forAll(people, (person) =>
      this.messenger.request('suppression.create', {
        by: someone,
        id: newId(),
        userId: this.user.id,
        ...person,
      }),
    );
  }

  /** Changes the sender with the mail server. Resolves with the API's response. */
  changeMailSender(changes: object): Promise<Json> {
    return data('PATCH', `/integrations/${this.mailSender}`, changes, this.user.key);
  }

  /** Sends SMS through an endpoint from now on. Resolves with a function that restores the previous sender. */
  async useEndpoint(url: string, secret: string): Promise<() => Promise<void>> {
    const id = await this.addEndpoint(url, secret);
    await this.makeDefault(id);
    return () => this.backToTwilio([id]);
  }

  /** Adds a mail server, and sends email through a pool of the first server and this one from now on. */
  async poolMail(strategy: 'ORDER' | 'WEIGHTS' = 'ORDER'): Promise<MailRecorder> {
    const spare = await MailRecorder.listen();
    this.mails.push(spare);
    const id = await integrateMail(this.messenger, this.user, spare.port, undefined, 'Spare');
    await this.usePool('EMAIL', strategy, [this.mailSender, id]);
    return spare;
  }

  /** Sends SMS by the recording Twilio, and by an endpoint if it refuses. Resolves with a function that ends this. */
  async poolSms(url: string, secret: string): Promise<() => Promise<void>> {
    const id = await this.addEndpoint(url, secret);
    const pool = await this.usePool('SMS', 'ORDER', [this.smsSender, id]);
    return () => this.backToTwilio([pool, id]);
  }

  /** Creates a pool, and makes it the default of its channel. Resolves with its ID. */
  private async usePool(channel: string, strategy: string, members: readonly string[]): Promise<string> {
    const settings = { strategy, members: members.map((senderId) => ({ senderId })) };
    const id = await this.add({ channel, provider: 'POOL', name: 'Pool', settings });
    await this.makeDefault(id);
    return id;
  }

  /** The rate is high enough never to delay a message. */
  private addEndpoint(url: string, secret: string): Promise<string> {
    const settings = { url, secret };
    return this.add({ channel: 'SMS', provider: 'HTTP', name: 'Endpoint', settings, ratePerSecond: 10_000 });
  }

  /** Creates a sender. Resolves with its ID. */
  private async add(sender: object): Promise<string> {
    return text(await data('POST', '/senders', sender, this.user.key), 'createSender', '_id');
  }

  private async makeDefault(id: string): Promise<void> {
    await data('POST', `/senders/${id}/default`, undefined, this.user.key);
  }

  /** Sends SMS through the recording Twilio again, and deletes these senders, pools first. */
  private async backToTwilio(senders: readonly string[]): Promise<void> {
    await this.makeDefault(this.smsSender);
    for (const id of senders) await data('DELETE', `/senders/${id}`, undefined, this.user.key);
  }

  async close(): Promise<void> {
    await Promise.all(this.mails.map((mail) => mail.leave()));
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

/** Runs `act` for each item, AT_ONCE at a time. */
async function forAll<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Sends the internal message, because the API refuses mail servers on this machine. */
async function integrateMail(
  messenger: Messenger,
  { id: userId }: TestUser,
  port: number,
  bounceAddress?: string,
  name = 'Chaos',
): Promise<string> {
  const own = { host: '127.0.0.1', port, security: 'none', fromAddress: 'news@chaos.example' };
  const settings = bounceAddress === undefined ? own : { ...own, bounceAddress };
  const sender = {
    id: newId(),
    userId,
    channel: 'EMAIL' as const,
    provider: 'SMTP' as const,
    name,
    settings,
  };
  await messenger.request('sender.create', {
    by: { role: 'operator', keyId: newId() },
    ...sender,
    ...{ sealed: {}, secrets: {}, ratePerSecond: null },
  });
  return sender.id;
}

/** Credentials that the recorder does not check. The rate is high enough never to delay a message. */
async function integrateSms({ key }: TestUser): Promise<string> {
  const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+15005550006' };
  const sender = { channel: 'SMS', name: 'Chaos', settings, ratePerSecond: 10_000 };
  const { createIntegration } = await data('POST', '/integrations', sender, key);
  return (createIntegration as { _id: string })._id;
}

/** People with addresses that no other campaign uses. */
export function byMail(count: number): Person[] {
  const name = unique('p');
  return Array.from({ length: count }, (_, n) => ({
    channel: 'EMAIL',
    address: `${name}.${n}@chaos.example`,
  }));
}

/** Phone numbers that are valid in Germany: +49 151 and eight digits. */
export function bySms(count: number): Person[] {
  const first = randomInt(0, 90_000_000);
  return Array.from({ length: count }, (_, n) => ({
    channel: 'SMS',
    address: `+49151${String(first + n).padStart(8, '0')}`,
  }));
}
