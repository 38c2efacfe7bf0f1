import { Injectable } from '@nestjs/common';
import { type CampaignPublished, type DispatchContent, AppError } from '@carillon/contracts';
import { compileTemplate } from '@carillon/content';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { Content } from './dispatch';

type ContentDocument = Content & { _id: ObjectId };

/** What campaigns say, as it was when they were published. Written once. */
@Injectable()
export class Contents {
  private readonly collection: Collection<ContentDocument>;

  constructor(database: Database) {
    this.collection = database.collection('contents');
  }

  async store(order: CampaignPublished): Promise<void> {
    const { emailBody, whatsappBody, smsBody } = order;
    const content: Content = {
      subject: order.name,
      emailBody,
      whatsappBody,
      smsBody,
      credits: !(order.removeCredits && order.plan === 'UPGRADED'),
      keys: keysOf([order.name, emailBody, whatsappBody, smsBody]),
    };
    await this.collection.updateOne(
      { _id: new ObjectId(order.campaignId) },
      { $setOnInsert: content },
      { upsert: true },
    );
  }

  async find(campaign: string): Promise<Content | null> {
    return this.collection.findOne({ _id: new ObjectId(campaign) });
  }

  /** @throws AppError campaign_not_found */
  async forWorker(campaignId: string): Promise<DispatchContent> {
    const content = await this.find(campaignId);
    if (!content) throw new AppError('campaign_not_found');
    const { subject, emailBody, whatsappBody, smsBody, credits } = content;
    return { campaignId, subject, emailBody, whatsappBody, smsBody, credits };
  }

  async remove(campaign: string): Promise<void> {
    await this.collection.deleteOne({ _id: new ObjectId(campaign) });
  }
}

/** Placeholders of all texts: the roster keeps these of a person's data and nothing else. */
function keysOf(texts: readonly (string | null)[]): string[] {
  const keys = texts.flatMap((text) => (text === null ? [] : compileTemplate(text, 'text').keys));
  return [...new Set(keys)];
}
