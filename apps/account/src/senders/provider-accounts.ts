import {
  AppError,
  type Payload,
  type ProviderAccount,
  type ProviderAccountControls,
  type Reply,
  type SenderIdentity,
  channels,
  isId,
  pageOf,
} from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { atMost } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongodb';
import type { Model } from 'mongoose';
import { randomBytes } from 'node:crypto';
import type { Vault } from '@carillon/vault';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { accountIdOf, accountNameOf } from './account-identity';
import { DefaultSender } from './default-sender';
import { Senders, type StoredSender } from './senders';

/** What operators have set for a provider account. An account without settings has no document. */
@Schema(collection('providerAccounts'))
export class ProviderAccountRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Number }) ratePerSecond!: number | null;
  /** Absent: not paused. */
  @Prop({ type: Date }) pausedAt?: Date;
}
export const ProviderAccountSchema = SchemaFactory.createForClass(ProviderAccountRecord);

/**
 * The key of the hashes that identify provider accounts. It is stored, and not taken from the key rings, because the IDs
 * must stay the same when a ring changes.
 */
@Schema(collection('providerAccountKeys'))
export class ProviderAccountKeyRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: String }) key!: string;
}
export const ProviderAccountKeySchema = SchemaFactory.createForClass(ProviderAccountKeyRecord);

const KEY_BYTES = 32;
/** The number of senders whose account is cached. */
const SENDERS = 50_000;
const DEFAULT = 'default';

type Controls = Plain<ProviderAccountRecord>;

/** The accounts at providers that the senders of all users share, and what operators have set for them. */
@Injectable()
export class ProviderAccounts {
  /** By the ID and the revision of a sender. */
  private readonly ids = new LRUCache<string, string>(atMost(SENDERS));
  private readonly vault: Vault;
  private key: Promise<string> | undefined;

  constructor(
    @InjectModel(ProviderAccountRecord.name) private readonly controls: Model<Controls>,
    @InjectModel(ProviderAccountKeyRecord.name)
    private readonly keys: Model<Plain<ProviderAccountKeyRecord>>,
    private readonly senders: Senders,
    private readonly defaultSender: DefaultSender,
    @Inject(accountConfig.token) config: AccountConfig,
  ) {
    this.vault = vaultOf(config);
  }

  /** The controls of the accounts of these senders, by the ID of the sender. `default` is the operator's sender. */
  async of(senders: readonly StoredSender[]): Promise<Map<string, ProviderAccountControls>> {
    const own = this.defaultSender.identity;
    const ids = new Map<string, string>();
    for (const sender of senders) {
      const id = await this.idOf(sender, `${sender.id} ${sender.rev}`);
      if (id !== null) ids.set(sender.id, id);
    }
    const idOfDefault = own && (await this.idOf(own, DEFAULT));
    if (idOfDefault) ids.set(DEFAULT, idOfDefault);
    const found = await this.controls.find({ _id: { $in: [...new Set(ids.values())] } }).lean();
    const controls = new Map(found.map((each) => [each._id, shown(each)]));
    return new Map([...ids].map(([sender, id]) => [sender, controls.get(id) ?? { id, ratePerSecond: null }]));
  }

  /** Senders of any user, with their accounts. */
  async identities({ ids }: Payload<'sender.identities'>): Promise<Reply<'sender.identities'>> {
    const senders = await this.senders.some(ids.filter(isId));
    const accounts = await this.of(senders);
    const accountOf = (
      id: string,
      sender: Parameters<typeof accountNameOf>[0],
    ): SenderIdentity['account'] => {
      const account = accounts.get(id);
      return account ? { ...account, name: accountNameOf(sender) } : null;
    };
    const own = ids.includes(DEFAULT) ? this.defaultSender.identity : null;
    const items = senders.map((sender) => ({
      ...{ id: sender.id, userId: sender.userId, name: sender.name, provider: sender.provider },
      account: accountOf(sender.id, sender),
    }));
    if (!own) return { items };
    const account = accountOf(DEFAULT, { ...own, secrets: {} });
    return { items: [...items, { id: DEFAULT, userId: null, name: null, provider: own.provider, account }] };
  }

  async page({ after, limit }: Payload<'provider-account.list'>): Promise<Reply<'provider-account.list'>> {
    const all = [...(await this.all()).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return pageOf(all.filter(({ id }) => after === null || id > after).slice(0, limit + 1), limit);
  }

  /** @throws AppError provider_account_not_found */
  async get(id: string): Promise<ProviderAccount> {
    const found = (await this.all()).get(id);
    if (!found) throw new AppError('provider_account_not_found');
    return found;
  }

  async save(
    { id, ratePerSecond, pausedAt }: ProviderAccountControls,
    session: ClientSession,
  ): Promise<void> {
    await this.controls.updateOne(
      { _id: id },
      pausedAt === undefined
        ? { $set: { ratePerSecond }, $unset: { pausedAt: 1 } }
        : { $set: { ratePerSecond, pausedAt: new Date(pausedAt) } },
      { upsert: true, session },
    );
  }

  /** Reads all senders, because a sender has no index of its account. Their accounts are cached. */
  private async all(): Promise<Map<string, ProviderAccount>> {
    const controls = new Map((await this.controls.find().lean()).map((each) => [each._id, shown(each)]));
    const accounts = new Map<string, ProviderAccount & { owners: Set<string> }>();
    const add = (
      id: string,
      sender: Pick<StoredSender, 'provider' | 'channel' | 'settings' | 'secrets'>,
      owner: string | null,
    ): void => {
      const known = accounts.get(id) ?? {
        ...(controls.get(id) ?? { id, ratePerSecond: null }),
        ...{ provider: sender.provider, name: accountNameOf(sender), channels: [], senders: 0, users: 0 },
        owners: new Set<string>(),
      };
      known.senders += 1;
      if (owner !== null) known.owners.add(owner);
      known.channels = channels.filter((each) => each === sender.channel || known.channels.includes(each));
      accounts.set(id, known);
    };
    const own = this.defaultSender.identity;
    const idOfDefault = own && (await this.idOf(own, DEFAULT));
    if (own && idOfDefault) add(idOfDefault, { ...own, secrets: {} }, null);
    for await (const sender of this.senders.all()) {
      const id = await this.idOf(sender, `${sender.id} ${sender.rev}`);
      if (id !== null) add(id, sender, sender.userId);
    }
    return new Map(
      [...accounts].map(([id, { owners, ...account }]) => [id, { ...account, users: owners.size }]),
    );
  }

  private async idOf(sender: Parameters<typeof accountIdOf>[0], version: string): Promise<string | null> {
    const known = this.ids.get(version);
    if (known !== undefined) return known;
    const id = accountIdOf(sender, this.vault, await this.hashKey());
    if (id !== null) this.ids.set(version, id);
    return id;
  }

  /** Creates the key once. */
  private hashKey(): Promise<string> {
    const reading = this.key ?? this.readKey();
    this.key = reading;
    reading.catch(() => {
      this.key = undefined;
    });
    return reading;
  }

  private async readKey(): Promise<string> {
    const fresh = randomBytes(KEY_BYTES).toString('base64');
    const stored = await this.keys.findOneAndUpdate(
      { _id: 'key' },
      { $setOnInsert: { key: fresh } },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    if (!stored) throw new Error('An upsert without a document');
    return stored.key;
  }
}

function shown({ _id, ratePerSecond, pausedAt }: Controls): ProviderAccountControls {
  return { id: _id, ratePerSecond, ...(pausedAt && { pausedAt: pausedAt.toISOString() }) };
}
