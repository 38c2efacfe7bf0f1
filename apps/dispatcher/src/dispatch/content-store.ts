import { Injectable } from '@nestjs/common';
import {
  AppError,
  type CampaignPublished,
  type Channel,
  type CompiledEmail,
  type LiquidEmail,
  type PublishedContent,
  type SentContent,
  emailIn,
  type TranslatedEmails,
  forWorkers,
  guarded,
} from '@carillon/contracts';
import { LANGUAGE, LOCALE, channelsOf, hasWatermark, keysOf, plainKeysOf } from '@carillon/content';
import { type Plain, collection } from '@carillon/mongo';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** A campaign's content, with the campaign's `_id`. */
@Schema(collection('content'))
export class ContentRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Object }) content!: SentContent;
  /** The email in one of both forms. Neither: the campaign has no email. */
  @Prop({ type: Object }) compiledEmail?: CompiledEmail;
  @Prop({ type: Object }) liquidEmail?: LiquidEmail;
  /** The emails of the translations. Absent: none. */
  @Prop({ type: Object }) translatedEmails?: TranslatedEmails;
  @Prop({ type: Boolean }) watermark!: boolean;
  /** The topic of the campaign. Absent: none. */
  @Prop({ type: String }) topicId?: string;
  /** The channels that have a message. */
  @Prop({ type: [String] }) channels!: Channel[];
  /**
   * The placeholders of all texts, for emails the key of the recipient's language, and for translations that of the locale.
   * A recipient page stores only the values of these keys.
   */
  @Prop({ type: [String] }) keys!: string[];
}

type ContentDocument = Plain<ContentRecord>;

export const ContentSchema = SchemaFactory.createForClass(ContentRecord);

/** The parts of the content that planning needs. */
export type Brief = Pick<ContentDocument, 'channels' | 'keys'>;

/** Cached because bodies may be large, and planning needs a brief for every page. */
const MAX_BRIEFS = 256;

/** The content of campaigns as of publication. Written once. */
@Injectable()
export class ContentStore {
  private readonly briefs = new LRUCache<string, Brief>({ max: MAX_BRIEFS });

  constructor(@InjectModel(ContentRecord.name) private readonly content: Model<ContentDocument>) {}

  async store(order: CampaignPublished): Promise<void> {
    const { content, compiledEmail, liquidEmail, translatedEmails, plan, audience } = order;
    await this.content.updateOne(
      { _id: new ObjectId(order.campaignId) },
      {
        $setOnInsert: {
          content,
          ...(compiledEmail && { compiledEmail }),
          ...(liquidEmail && { liquidEmail }),
          ...(translatedEmails && { translatedEmails }),
          ...(audience?.topicId != null && { topicId: audience.topicId }),
          watermark: hasWatermark(content, plan),
          channels: channelsOf(content),
          keys: keysOfAll(order),
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
    const found = await this.content.findById(campaignId).lean();
    if (!found) throw new AppError('campaign_not_found');
    const { content, watermark, topicId, translatedEmails } = found;
    const emails = { email: emailIn(found), ...(translatedEmails && { translatedEmails }) };
    return {
      ...{ campaignId, watermark },
      ...guarded(content),
      ...forWorkers(content, emails),
      ...(topicId !== undefined && { topicId }),
    };
  }

  /** The translations of a campaign by their languages. Undefined: none. */
  async translations(campaign: string): Promise<SentContent['translations']> {
    const found = await this.content.findById(campaign, { 'content.translations': 1 }).lean();
    return found?.content.translations;
  }

  async remove(campaign: string): Promise<void> {
    await this.content.deleteOne({ _id: new ObjectId(campaign) });
  }
}

/**
 * The placeholders of all texts except system placeholders, the key of the language for the footer of an email, and the key
 * of the locale for a translation.
 */
function keysOfAll(order: CampaignPublished): string[] {
  const { content, translatedEmails = {} } = order;
  const email = emailIn(order);
  const emails = email ? [email, ...Object.values(translatedEmails)] : [];
  return [
    ...new Set([
      ...plainKeysOf(content),
      ...emails.flatMap(keysOf),
      ...(email ? [LANGUAGE] : []),
      ...(content.translations ? [LOCALE] : []),
    ]),
  ];
}
