import { type AuditNote, type Brand, noBrand } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type BrandDocument, BrandRecord, stored } from './brand-document';

/** A brand and its revision, which is 0 for a user who has set none. */
export interface StoredBrand {
  brand: Brand;
  rev: number;
}

/** The brands of users. */
@Injectable()
export class Brands {
  constructor(@InjectModel(BrandRecord.name) private readonly brands: Model<BrandDocument>) {}

  async find(userId: string): Promise<StoredBrand> {
    const document = await this.brands.findById(new ObjectId(userId)).lean();
    return document ? { brand: document.brand, rev: document.rev } : { brand: noBrand, rev: 0 };
  }

  /** Returns false if the brand has another revision now. */
  async replace(userId: string, rev: number, brand: Brand, notes: AuditNote): Promise<boolean> {
    try {
      const { matchedCount, upsertedCount } = await this.brands.updateOne(
        { _id: new ObjectId(userId), rev },
        { $set: { ...stored(brand), rev: rev + 1 }, $push: { notes } },
        { upsert: rev === 0 },
      );
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async usesMedia(userId: string, token: string): Promise<boolean> {
    return (await this.brands.exists({ _id: new ObjectId(userId), media: token })) !== null;
  }

  async remove(userId: string): Promise<void> {
    await this.brands.deleteOne({ _id: new ObjectId(userId) });
  }
}
