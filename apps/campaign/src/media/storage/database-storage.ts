import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { FileStorage } from './file-storage';

const BUCKET = 'mediaFiles';

/** Stores files in GridFS, in the database of the service. */
@Injectable()
export class DatabaseStorage extends FileStorage {
  constructor(@InjectConnection() private readonly connection: Connection) {
    super();
  }

  async put(key: string, type: string, bytes: Buffer): Promise<void> {
    const id = new mongo.ObjectId(key);
    await pipeline([bytes], this.bucket().openUploadStreamWithId(id, key, { metadata: { type } }));
  }

  async read(key: string, from: number, length: number): Promise<Buffer | null> {
    const [file] = await this.bucket()
      .find({ _id: new mongo.ObjectId(key) })
      .toArray();
    if (!file) return null;
    if (from >= file.length) return Buffer.alloc(0);
    const end = Math.min(file.length, from + length);
    return Buffer.concat(
      (await this.bucket().openDownloadStream(file._id, { start: from, end }).toArray()) as Buffer[],
    );
  }

  async remove(key: string): Promise<void> {
    try {
      await this.bucket().delete(new mongo.ObjectId(key));
    } catch (error) {
      // The chunks of an attempt that ended early are removed before this error.
      if (!(error instanceof mongo.MongoRuntimeError)) throw error;
    }
  }

  private bucket(): mongo.GridFSBucket {
    if (!this.connection.db) throw new Error('The database is not connected');
    return new mongo.GridFSBucket(this.connection.db, { bucketName: BUCKET });
  }
}
