import { stack } from '@carillon/stack';
import { mongo } from 'mongoose';

/**
 * The size of a collection in bytes: uncompressed documents, and the compressed size of documents and indexes on
 * disk.
 */
export interface Stored {
  documents: number;
  onDisk: number;
  indexes: number;
}

interface StorageStats {
  size: number;
  storageSize: number;
  freeStorageSize?: number;
  totalIndexSize: number;
}

/**
 * Lists all collections of the services by name, such as `dispatcher.batches`. First makes the database write its
 * memory to disk.
 */
export async function stored(): Promise<Map<string, Stored>> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    await client.db('admin').command({ fsync: 1 });
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const all = new Map<string, Stored>();
    for (const { name } of databases.filter((each) => each.name.startsWith('carillon_'))) {
      const db = client.db(name);
      for (const { name: collection } of await db.listCollections({}, { nameOnly: true }).toArray()) {
        const [stats] = await db
          .collection(collection)
          .aggregate<{ storageStats: StorageStats }>([{ $collStats: { storageStats: {} } }])
          .toArray();
        if (!stats) continue;
        const { size, storageSize, freeStorageSize = 0, totalIndexSize } = stats.storageStats;
        all.set(`${name.replace('carillon_', '')}.${collection}`, {
          documents: size,
          onDisk: storageSize - freeStorageSize,
          indexes: totalIndexSize,
        });
      }
    }
    return all;
  } finally {
    await client.close();
  }
}
