import {
  type CampaignContent,
  type Channel,
  type EmailSource,
  type Payload,
  type Reply,
  type Template,
} from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import { channelsIn } from './template-document';

/** How many earlier versions of a template are kept. */
const MOST_VERSIONS = 20;

/** An earlier version of a template, with the `_id` `template:version`. It never changes. */
@Schema(collection('templateVersions'))
export class TemplateVersionRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) templateId!: ObjectId;
  @Prop({ type: Number }) version!: number;
  @Prop({ type: String }) name!: string;
  /** Those with a message. */
  @Prop({ type: [String] }) channels!: Channel[];
  @Prop({ type: Object }) content!: CampaignContent;
  @Prop({ type: Object }) emailSource!: EmailSource | null;
  /** When this version was written. */
  @Prop({ type: Date }) savedAt!: Date;
}

type VersionDocument = Plain<TemplateVersionRecord>;

/** Finds the versions of a template in their order. */
const IN_ORDER = { templateId: 1, version: -1 } as const;

export const TemplateVersionSchema = SchemaFactory.createForClass(TemplateVersionRecord)
  .index(IN_ORDER)
  .index({ userId: 1 });

/** The earlier versions of templates. */
@Injectable()
export class TemplateVersions {
  constructor(@InjectModel(TemplateVersionRecord.name) private readonly versions: Model<VersionDocument>) {}

  /**
   * Keeps a version before another one replaces it. If the replacement fails, the version stays, and isn't listed while it
   * is the current one. Idempotent, because the content of a version never changes.
   */
  async keep({ id, userId, version, name, content, emailSource, updatedAt }: Template): Promise<void> {
    await this.versions.updateOne(
      { _id: idOf(id, version) },
      {
        $setOnInsert: {
          ...{ userId: new ObjectId(userId), templateId: new ObjectId(id), version, name, content },
          ...{
            channels: channelsIn(content),
            emailSource: emailSource ?? null,
            savedAt: new Date(updatedAt),
          },
        },
      },
      { upsert: true },
    );
  }

  /** Newest first, without their messages, continuing before a version. */
  async page(
    { id, version }: Template,
    { after, limit }: Pick<Payload<'template.versions'>, 'after' | 'limit'>,
  ): Promise<Reply<'template.versions'>> {
    const end = Math.min(version, Number(after ?? version));
    const found = await this.versions
      .find(
        { templateId: new ObjectId(id), version: { $lt: end, $gte: version - MOST_VERSIONS } },
        { version: 1, name: 1, channels: 1, savedAt: 1 },
      )
      .hint(IN_ORDER)
      .sort({ version: -1 })
      .limit(limit + 1)
      .lean<Pick<VersionDocument, 'version' | 'name' | 'channels' | 'savedAt'>[]>();
    const items = found.slice(0, limit).map(({ version: each, name, channels, savedAt }) => ({
      ...{ version: each, name, channels, savedAt: savedAt.toISOString() },
    }));
    return { items, next: found.length > limit ? String(items.at(-1)?.version) : null };
  }

  /** The template as it was in an earlier version. Null: the version isn't kept. */
  async find(template: Template, version: number): Promise<Template | null> {
    if (version >= template.version || version < template.version - MOST_VERSIONS) return null;
    const found = await this.versions.findById(idOf(template.id, version)).lean();
    if (!found) return null;
    const { name, content, emailSource, savedAt } = found;
    const { id, userId, kind, createdAt } = template;
    return {
      ...{ id, userId, kind, name, version, content, createdAt, updatedAt: savedAt.toISOString() },
      ...(emailSource && { emailSource }),
    };
  }

  /** Removes the versions that the template no longer lists. */
  async prune({ id, version }: Template): Promise<void> {
    await this.versions.deleteMany({
      ...{ templateId: new ObjectId(id), version: { $lt: version - MOST_VERSIONS } },
    });
  }

  /** Removes the versions of a deleted template of this user. */
  async removeOf(userId: string, templateId: string): Promise<void> {
    await this.versions.deleteMany({
      ...{ templateId: new ObjectId(templateId), userId: new ObjectId(userId) },
    });
  }

  /** Removes the versions of a deleted user. */
  async removeAll(userId: string): Promise<void> {
    await this.versions.deleteMany({ userId: new ObjectId(userId) });
  }
}

function idOf(templateId: string, version: number): string {
  return `${templateId}:${version}`;
}
