import { version } from '../../../package.json';

/** The release of this process, which it writes into the envelope of each message that it sends. */
export const RELEASE: string = version;
