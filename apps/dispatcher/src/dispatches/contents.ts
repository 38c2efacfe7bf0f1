import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Bodies,
  type CampaignPublished,
  type Channel,
  type DispatchContent,
  type WhatsappTemplate,
  channels,
} from '@carillon/contracts';
import { compileTemplate } from '@carillon/content';
import { Database } from '@carillon/platform';
import { LRUCache } from 'lru-cache';
import { type Collection, ObjectId } from 'mongodb';

/** What planning has to know of a content. */
export interface Brief {
  /** The channels that have a message. */
  channels: Channel[];
  /** The placeholders of all texts: a roster keeps these of a person's data and nothing else. */
  keys: string[];
}

interface ContentDocument extends Brief {
  _id: ObjectId;
  subject: string;
  bodies: Bodies;
  whatsappTemplate: WhatsappTemplate | null;
  credits: boolean;
}

/** Bodies may be large, and planning asks for every page. */
const BRIEFS_REMEMBERED = 256;

/** What campaigns say, as it was when they were published. Written once. */
@Injectable()
export class Contents {
  private readonly collection: Collection<ContentDocument>;
  private readonly briefs = new LRUCache<string, Brief>({ max: BRIEFS_REMEMBERED });

  constructor(database: Database) {
    this.collection = database.collection('contents');
  }

  async store(order: CampaignPublished): Promise<void> {
    const { bodies, whatsappTemplate } = order;
    await this.collection.updateOne(
      { _id: new ObjectId(order.campaignId) },
      {
        $setOnInsert: {
          subject: order.name,
          bodies,
          whatsappTemplate,
          credits: !(order.removeCredits && order.plan === 'UPGRADED'),
          channels: channelsOf(order),
          keys: keysOf(order),
        },
      },
      { upsert: true },
    );
  }

  /** Null: there is none, the campaign was deleted. */
  async brief(campaign: string): Promise<Brief | null> {
    const known = this.briefs.get(campaign);
    if (known) return known;
    const projection = { _id: 0, channels: 1, keys: 1 } as const;
    const brief = await this.collection.findOne<Brief>({ _id: new ObjectId(campaign) }, { projection });
    if (brief) this.briefs.set(campaign, brief);
    return brief;
  }

  /** @throws AppError campaign_not_found */
  async forWorker(campaignId: string): Promise<DispatchContent> {
    const content = await this.collection.findOne({ _id: new ObjectId(campaignId) });
    if (!content) throw new AppError('campaign_not_found');
    const { subject, bodies, whatsappTemplate, credits } = content;
    return { campaignId, subject, bodies, whatsappTemplate, credits };
  }

  async remove(campaign: string): Promise<void> {
    await this.collection.deleteOne({ _id: new ObjectId(campaign) });
  }
}

function channelsOf({ bodies, whatsappTemplate }: CampaignPublished): Channel[] {
  return channels.filter(
    (channel) => bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null),
  );
}

/** As the workers read them: in HTML an editor may have written `pr&eacute;nom`, which is `prénom` in extraData. */
function keysOf({ name, bodies: { EMAIL: html, ...texts }, whatsappTemplate }: CampaignPublished): string[] {
  const plain = [name, ...Object.values(texts), ...Object.values(whatsappTemplate?.variables ?? {})];
  const templates = [
    ...plain.flatMap((text) => (text === null ? [] : compileTemplate(text, 'text'))),
    ...(html === null ? [] : [compileTemplate(html, 'html')]),
  ];
  return [...new Set(templates.flatMap(({ keys }) => keys))];
}
