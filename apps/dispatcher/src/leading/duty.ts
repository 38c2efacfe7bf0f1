import type { Term } from './term';

/** Something that the leader looks after. */
export abstract class Duty {
  /** What it does, for the log. */
  abstract readonly name: string;
  /** The pause when there is nothing more to do (milliseconds). */
  abstract readonly everyMs: number;

  /** One round, to be broken off when the term is over. True: there is more to do at once. */
  abstract execute(term: Term): Promise<boolean>;
}

/** Token of all duties. */
export const DUTIES = Symbol('duties of the leader');
