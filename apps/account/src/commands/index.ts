import { erasures } from './erasures';
import { owner } from './owner';
import { reseal } from './reseal';

type Command = (args: readonly string[]) => Promise<void>;

/** The commands that operators run, keyed by the first argument of the process. */
export const commands: ReadonlyMap<string | undefined, Command> = new Map([
  ['erasures', erasures],
  ['owner', owner],
  ['reseal', reseal],
]);
