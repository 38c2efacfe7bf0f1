import {
  type AuditNote,
  type CampaignContent,
  type Channel,
  type EmailSource,
  type Template,
  type TemplateKind,
  type TemplateOutline,
  channels,
  mediaIn,
  textsIn,
} from '@carillon/contracts';
import { folded } from '@carillon/input';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** The parts of a template that the user writes. */
export type TemplateDraft = Pick<Template, 'kind' | 'name' | 'content' | 'emailSource'>;

/** Messages that new campaigns begin with, or blocks of emails. Only a deleted template lacks `content`. */
@Schema(collection('templates'))
export class TemplateRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) kind!: TemplateKind;
  @Prop({ type: String }) name!: string;
  /** The searchable name. */
  @Prop({ type: String }) foldedName!: string;
  /** Those with a message. */
  @Prop({ type: [String] }) channels!: Channel[];
  @Prop({ type: Object }) content?: CampaignContent;
  /** What the HTML is made from. Null: the HTML was written as it is. */
  @Prop({ type: Object }) emailSource!: EmailSource | null;
  /** The tokens of the uploaded files that the content links to. */
  @Prop({ type: [String] }) media!: string[];
  /** Increases with each change. */
  @Prop({ type: Number }) version!: number;
  /** The message that last changed it, so that its redelivery is recognized. */
  @Prop({ type: String }) editedBy?: string;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  /** Removed some days later, when its audit entries are certainly published. */
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
}

export type TemplateDocument = Plain<TemplateRecord>;

/** Contains the filter fields of lists, so that only matching documents are read. */
export const LISTED = 'listedByKind';
export const BY_MEDIA = 'byMedia';

const DELETED_KEPT_S = 30 * 24 * 3_600;

export const TemplateSchema = SchemaFactory.createForClass(TemplateRecord)
  .index({ userId: 1, kind: 1, _id: -1, foldedName: 1, deletedAt: 1 }, { name: LISTED })
  .index(
    { userId: 1, media: 1 },
    { name: BY_MEDIA, partialFilterExpression: { 'media.0': { $exists: true } } },
  )
  .index(...NOTES_INDEX)
  .index(
    { deletedAt: 1 },
    { expireAfterSeconds: DELETED_KEPT_S, partialFilterExpression: { deletedAt: { $exists: true } } },
  );

/** What is stored of the parts that the user writes. */
export function stored({ kind, name, content, emailSource }: TemplateDraft) {
  return {
    ...{ kind, name, foldedName: folded(name), content, emailSource: emailSource ?? null },
    channels: channelsIn(content),
    media: mediaIn({ content, ...(emailSource && { emailSource }) }),
  };
}

/** The channels with a message. */
export function channelsIn(content: CampaignContent): Channel[] {
  const { bodies, whatsappTemplate } = textsIn(content);
  const hasMessage = (channel: Channel) =>
    (bodies[channel] ?? '') !== '' || (channel === 'WHATSAPP' && whatsappTemplate !== null);
  return channels.filter(hasMessage);
}

export function toTemplate(
  document: TemplateDocument & Required<Pick<TemplateDocument, 'content'>>,
): Template {
  const { content, emailSource } = document;
  return { ...headOf(document), content, ...(emailSource && { emailSource }) };
}

/** What lists read. */
type OutlinedTemplate = Pick<
  TemplateDocument,
  '_id' | 'userId' | 'kind' | 'name' | 'channels' | 'version' | 'createdAt' | 'updatedAt'
>;

export function toOutline(document: OutlinedTemplate): TemplateOutline {
  return { ...headOf(document), channels: document.channels };
}

function headOf(document: OutlinedTemplate) {
  const { _id, userId, kind, name, version, createdAt, updatedAt } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    ...{ kind, name, version },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
