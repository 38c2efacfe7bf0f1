import {
  type AuditNote,
  type Media,
  type Payload,
  type Reply,
  type Template,
  pageOf,
} from '@carillon/contracts';
import { isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { nameSearch } from '../name-search';
import {
  BY_MEDIA,
  LISTED,
  type TemplateDocument,
  type TemplateDraft,
  TemplateRecord,
  stored,
  toOutline,
  toTemplate,
} from './template-document';

type ListQuery = Omit<Payload<'template.list'>, 'userId'>;

/** The message that makes a change, its time, and its audit entry. */
export interface Deed {
  messageId: string;
  at: Date;
  note: AuditNote;
}

interface StoredTemplate {
  template: Template;
  /** The message that last changed it. */
  editedBy: string | undefined;
}

const visible = { deletedAt: { $exists: false } };

/** The templates of users. Only templates that aren't deleted are visible. */
@Injectable()
export class Templates {
  constructor(@InjectModel(TemplateRecord.name) private readonly templates: Model<TemplateDocument>) {}

  async get(userId: string, id: string): Promise<Template | null> {
    return (await this.find(userId, id))?.template ?? null;
  }

  async find(userId: string, id: string): Promise<StoredTemplate | null> {
    const document = await this.templates.findOne({ ...owned(userId, id), ...visible }).lean();
    const template = shown(document);
    return template && { template, editedBy: document?.editedBy };
  }

  /** Newest first. */
  async page(userId: string, { kind, search, after, limit }: ListQuery): Promise<Reply<'template.list'>> {
    const found = await this.templates
      .find(
        {
          ...{ userId: new ObjectId(userId), kind, ...visible },
          ...(after !== null && { _id: { $lt: new ObjectId(after) } }),
          ...(search !== undefined && { foldedName: nameSearch(search).pattern }),
        },
        { content: 0, emailSource: 0, media: 0, notes: 0 },
      )
      .hint(LISTED)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toOutline), limit);
  }

  /** Null: a template has this ID already, or had it. */
  async add(userId: string, id: string, draft: TemplateDraft, { at, note }: Omit<Deed, 'messageId'>) {
    const document: TemplateDocument = {
      ...{ ...owned(userId, id), ...stored(draft), version: 1 },
      ...{ notes: [note], createdAt: at, updatedAt: at },
    };
    try {
      await this.templates.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return shown(document);
  }

  /** Replaces what the user writes. Null: the template has another version now. */
  async replace(
    { userId, id, version }: Template,
    draft: TemplateDraft,
    { messageId, at, note }: Deed,
  ): Promise<Template | null> {
    const replaced = await this.templates
      .findOneAndUpdate(
        { ...owned(userId, id), version, ...visible },
        {
          $set: { ...stored(draft), updatedAt: at, editedBy: messageId, version: version + 1 },
          $push: { notes: note },
        },
        { returnDocument: 'after' },
      )
      .lean();
    return shown(replaced);
  }

  /** Returns whether this call deleted the template. */
  async delete(userId: string, id: string, { messageId, at, note }: Deed): Promise<boolean> {
    const { modifiedCount } = await this.templates.updateOne(
      { ...owned(userId, id), ...visible },
      {
        $set: { deletedAt: at, deletedBy: messageId, media: [], emailSource: null },
        $unset: { content: '' },
        $push: { notes: note },
      },
    );
    return modifiedCount > 0;
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.templates.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  /** The names of a user's templates that link to an uploaded file. */
  async namesWithMedia(userId: string, { id, token }: Media, most: number): Promise<string[]> {
    const found = await this.templates
      .find(
        {
          userId: new ObjectId(userId),
          media: { $in: [token, id] },
          'media.0': { $exists: true },
          ...visible,
        },
        { name: 1 },
      )
      .hint(BY_MEDIA)
      .limit(most)
      .lean<Pick<TemplateDocument, 'name'>[]>();
    return found.map(({ name }) => name);
  }

  async count(userId: string): Promise<number> {
    return this.templates.countDocuments({ userId: new ObjectId(userId), ...visible }).hint(LISTED);
  }

  async removeAll(userId: string): Promise<void> {
    await this.templates.deleteMany({ userId: new ObjectId(userId) });
  }
}

function shown(document: TemplateDocument | null): Template | null {
  const { content } = document ?? {};
  return document && content ? toTemplate({ ...document, content }) : null;
}
