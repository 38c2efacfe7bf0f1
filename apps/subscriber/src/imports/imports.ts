import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import {
  AppError,
  type Import,
  type ImportKind,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Failure, type ImportDocument, toImport } from './import-document';

/** The index that lists follow. */
const IN_ORDER = { userId: 1, kind: 1, _id: 1 } as const;

/** Files about members, as their users see them. */
@Injectable()
export class Imports {
  private readonly imports: Collection<ImportDocument>;

  constructor(database: Database) {
    this.imports = database.collection<ImportDocument>('imports', [{ key: IN_ORDER }]);
  }

  /** Errors: import_not_found, removal_not_found. */
  async get(which: Payload<'import.get'>): Promise<Import> {
    return toImport(await this.find(which));
  }

  /** Why it FAILED; null: it did not. Errors as of `get`. */
  async failureOf(which: Payload<'import.get'>): Promise<Failure | null> {
    return (await this.find(which)).failure;
  }

  /** Oldest first, continuing after an id. */
  async page({ userId, kind, after, limit }: Payload<'import.list'>): Promise<Reply<'import.list'>> {
    const documents = await this.imports
      .find({
        userId: new ObjectId(userId),
        kind,
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .toArray();
    return pageOf(documents.map(toImport), limit);
  }

  private async find({ userId, id, kind }: Payload<'import.get'>): Promise<ImportDocument> {
    const owned = { _id: new ObjectId(id), userId: new ObjectId(userId), kind };
    const document = await this.imports.findOne(owned);
    if (!document) throw unknownImport(kind);
    return document;
  }
}

function unknownImport(kind: ImportKind): AppError {
  return new AppError(kind === 'ADD' ? 'import_not_found' : 'removal_not_found');
}
