import { type Model, mongo } from 'mongoose';
import { insertMissing } from './insert-missing';

interface Thing {
  _id: number;
}

/** A collection that refuses some documents with these codes, and may report a write concern error. */
function collection(codes: Record<number, number>, unsure = false): Model<Thing> {
  const insertMany = () => {
    const writeErrors = Object.entries(codes).map(([index, code]) => ({ index: Number(index), code }));
    const result = { getWriteConcernError: () => (unsure ? { code: 91 } : undefined) };
    const error = { message: 'refused', code: writeErrors[0]?.code ?? 91, writeErrors };
    return Promise.reject(
      new mongo.MongoBulkWriteError(error as never, result as unknown as mongo.BulkWriteResult),
    );
  };
  return { collection: { insertMany } } as unknown as Model<Thing>;
}
const things = [{ _id: 1 }, { _id: 2 }, { _id: 3 }];

describe('inserting missing documents', () => {
  it('returns the documents that already exist', async () => {
    expect(await insertMissing(collection({ 0: 11000, 2: 11000 }), things)).toEqual([0, 2]);
  });

  it('needs no database access if there is nothing to insert', async () => {
    expect(await insertMissing(collection({ 0: 1 }), [])).toEqual([]);
  });

  it.each<[string, Model<Thing>]>([
    ['a document was refused for another reason', collection({ 0: 11000, 1: 17280 })],
    ['a majority may lack the written data', collection({ 0: 11000 }, true)],
    ['nothing was refused, but a majority may lack it', collection({}, true)],
  ])('fails when %s', async (_, target) => {
    await expect(insertMissing(target, things)).rejects.toThrow(mongo.MongoBulkWriteError);
  });
});
