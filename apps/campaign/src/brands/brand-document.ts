import { type AuditNote, type Brand, mediaTokensIn } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';

/** The brand of a user. The ID is the user's ID. */
@Schema(collection('brands'))
export class BrandRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Object }) brand!: Brand;
  /** The tokens of the uploaded files that the brand links to. */
  @Prop({ type: [String] }) media!: string[];
  /** Increases with each change. */
  @Prop({ type: Number }) rev!: number;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
}

export type BrandDocument = Plain<BrandRecord>;

export const BrandSchema = SchemaFactory.createForClass(BrandRecord).index(...NOTES_INDEX);

export function stored(brand: Brand) {
  return { brand, media: mediaTokensIn(brand.logo?.src ?? '') };
}
