import { type AuditNote, type Brand, noBrand } from '@carillon/contracts';
import { writeRevision } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type BrandDocument, BrandRecord, stored } from './brand-document';

/** A brand and its revision. Revision 0: the user has no brand yet. */
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
  replace(userId: string, rev: number, brand: Brand, notes: AuditNote): Promise<boolean> {
    return writeRevision(this.brands, { id: new ObjectId(userId), rev }, stored(brand), notes);
  }

  async usesMedia(userId: string, token: string): Promise<boolean> {
    return (await this.brands.exists({ _id: new ObjectId(userId), media: token })) !== null;
  }

  async remove(userId: string): Promise<void> {
    await this.brands.deleteOne({ _id: new ObjectId(userId) });
  }
}
