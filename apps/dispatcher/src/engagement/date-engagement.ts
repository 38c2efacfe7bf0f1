import type { Migration } from '@carillon/mongo';

/** Adds the time of publishing to the opens and clicks of release 0.3.0, so that statistics read only an index. */
export const dateEngagement: Migration = {
  number: 2,
  name: 'date-engagement',
  async run(connection) {
    await connection
      .collection('engagement')
      .aggregate([
        { $match: { publishedAt: { $exists: false } } },
        { $project: { _id: 1 } },
        { $lookup: { from: 'dispatches', localField: '_id', foreignField: '_id', as: 'dispatch' } },
        { $unwind: '$dispatch' },
        { $project: { publishedAt: '$dispatch.publishedAt' } },
        { $merge: { into: 'engagement', on: '_id', whenMatched: 'merge', whenNotMatched: 'discard' } },
      ])
      .toArray();
  },
};
