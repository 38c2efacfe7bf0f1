import type { Channel } from '@carillon/contracts';
import type { ChannelRow } from '../../libs/contracts/src/channel-table';

/** The row that a new channel would add to the table. */
export const telegram: ChannelRow = {
  name: 'telegram',
  worker: 'telegram-worker',
  address: 'phone',
  maxBody: 4_096,
  batchSize: 50,
  leaseSize: 10,
  leases: 4,
  concurrency: 10,
  sendTimeoutMs: 20_000,
  inDoubt: 'unconfirmed',
  ratePerSecond: null,
  providers: {
    TELEGRAM: {
      fields: {
        url: { form: 'line', max: 255, required: true },
        botToken: { form: 'line', max: 255, required: true, secret: true },
      },
      pairs: [],
      either: [],
    },
  },
};

/** The name of the channel. The types contain only the product's channels. */
export const TELEGRAM = 'TELEGRAM' as Channel;
