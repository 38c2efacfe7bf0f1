import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Bodies,
  type CampaignPublished,
  type Channel,
  type CompiledEmail,
  type PublishedContent,
  type WhatsappTemplate,
  channels,
} from '@carillon/contracts';
import { LANGUAGE, compileEmail, compileTemplate, hasWatermark, keysOf } from '@carillon/content';
import { type Plain, collection } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** A campaign's content. Its `_id` is the campaign's. */
@Schema(collection('content'))
export class ContentRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) subject!: string;
  @Prop({ type: Object }) bodies!: Bodies;
  @Prop({ type: Object }) whatsappTemplate!: WhatsappTemplate | null;
  /** Absent: there is no email. */
  @Prop({ type: Object }) compiledEmail?: CompiledEmail;
  @Prop({ type: Boolean }) watermark!: boolean;
  /** The channels that have a message. */
  @Prop({ type: [String] }) channels!: Channel[];
  /**
   * The placeholders of all texts, and for emails the key of the recipient's language. A recipient page stores only the
   * values of these keys.
   */
  @Prop({ type: [String] }) keys!: string[];
}

type ContentDocument = Plain<ContentRecord>;

export const ContentSchema = SchemaFactory.createForClass(ContentRecord);

/** The parts of the content that planning needs. */
export type Brief = Pick<ContentDocument, 'channels' | 'keys'>;

/** Cached because bodies may be large, and planning needs a brief for every page. */
const BRIEFS_REMEMBERED = 256;

/** The content of campaigns as of their publication. Written once. */
@Injectable()
export class ContentStore {
  private readonly briefs = new LRUCache<string, Brief>({ max: BRIEFS_REMEMBERED });

  constructor(@InjectModel(ContentRecord.name) private readonly content: Model<ContentDocument>) {}

  async store(order: CampaignPublished): Promise<void> {
    const { bodies, whatsappTemplate } = order;
    const compiledEmail = compiledEmailOf(order);
    await this.content.updateOne(
      { _id: new ObjectId(order.campaignId) },
      {
        $setOnInsert: {
          subject: order.name,
          bodies,
          whatsappTemplate,
          ...(compiledEmail && { compiledEmail }),
          watermark: hasWatermark(order, order.plan),
          channels: channelsOf(order),
          keys: keysOfAll(order, compiledEmail),
        },
      },
      { upsert: true },
    );
  }

  /** Returns null if the campaign was deleted. */
  async brief(campaign: string): Promise<Brief | null> {
    const known = this.briefs.get(campaign);
    if (known) return known;
    const brief = await this.content.findById(campaign, { _id: 0, channels: 1, keys: 1 }).lean<Brief>();
    if (brief) this.briefs.set(campaign, brief);
    return brief;
  }

  /** @throws AppError campaign_not_found */
  async forWorker(campaignId: string): Promise<PublishedContent> {
    const content = await this.content.findById(campaignId).lean();
    if (!content) throw new AppError('campaign_not_found');
    const { subject, bodies, whatsappTemplate, compiledEmail, watermark } = content;
    const email = compiledEmail && { compiledEmail };
    return { campaignId, subject, bodies, whatsappTemplate, ...email, watermark };
  }

  async remove(campaign: string): Promise<void> {
    await this.content.deleteOne({ _id: new ObjectId(campaign) });
  }
}

function channelsOf({ bodies, whatsappTemplate }: CampaignPublished): Channel[] {
  return channels.filter(
    (channel) => bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null),
  );
}

/** Release 0.3.0 does not compile what it publishes. */
function compiledEmailOf({ bodies, compiledEmail }: CampaignPublished): CompiledEmail | null {
  return compiledEmail ?? (bodies.EMAIL === null ? null : compileEmail(bodies.EMAIL));
}

/** The placeholders of all texts, except system placeholders, and the keys that the footer depends on. */
function keysOfAll(
  { name, bodies, whatsappTemplate }: CampaignPublished,
  compiledEmail: CompiledEmail | null,
): string[] {
  const { EMAIL: _, ...texts } = bodies;
  const plain = [name, ...Object.values(texts), ...Object.values(whatsappTemplate?.variables ?? {})];
  const keys = plain.flatMap((text) => (text === null ? [] : compileTemplate(text, 'text').keys));
  return [...new Set([...keys, ...(compiledEmail ? [...keysOf(compiledEmail.html), LANGUAGE] : [])])];
}
