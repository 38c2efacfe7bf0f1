import { type ChannelRow, channelTable } from './channel-table';

/** The part of the contracts that the reader of files needs in a browser. The other parts need Node. */
export { AppError } from './app-error';
export { behaviors } from './behavior-kinds';
export { errorCodes } from './error-codes';
export { fileDelimiters } from './file-delimiters';

type Channel = keyof typeof channelTable;

export const channels = Object.keys(channelTable) as readonly Channel[];

export function channelRow(channel: Channel): ChannelRow {
  return channelTable[channel];
}
