import { ObjectId } from 'mongodb';

/** A campaign with pending work, and its user. */
export interface Waiting {
  _id: ObjectId;
  userId: ObjectId;
}

/** Users by their IDs. */
export interface Users {
  $gt?: ObjectId;
  $lte?: ObjectId;
}

const BEFORE_ALL = new ObjectId('0'.repeat(24));

/**
 * Visits the users whose campaigns wait, by ID after the last served one: one campaign of each, then a second one of
 * each, and so on. A campaign therefore waits for at most one campaign of each other user, regardless of their number
 * of campaigns. An index that begins with the user leads from one user to the next, so no stored queue is needed, and
 * each process has its own rounds.
 */
export class UserRounds {
  private last = BEFORE_ALL;

  /**
   * `find`: the first waiting campaigns of these users, by user, and the campaigns of one user in the order of service.
   */
  constructor(private readonly find: (users: Users, most: number) => Promise<Waiting[]>) {}

  /** The next campaigns, at most `most`. Empty: no campaign waits. */
  async next(most: number): Promise<string[]> {
    const turns = new Map<string, number>();
    const found: { id: string; userId: ObjectId; turn: number }[] = [];
    for await (const { _id, userId } of this.round(most)) {
      const user = userId.toHexString();
      const turn = turns.get(user) ?? 0;
      turns.set(user, turn + 1);
      found.push({ id: _id.toHexString(), userId, turn });
      if (turns.size === most) break;
    }
    const chosen = found.sort((a, b) => a.turn - b.turn).slice(0, most);
    this.last = chosen.findLast(({ turn }) => turn === 0)?.userId ?? BEFORE_ALL;
    return chosen.map(({ id }) => id);
  }

  /** Some campaigns of each user, after the last served user. */
  private async *round(most: number): AsyncGenerator<Waiting> {
    yield* this.walk({ $gt: this.last }, most);
    if (!this.last.equals(BEFORE_ALL)) yield* this.walk({ $lte: this.last }, most);
  }

  private async *walk(users: Users, most: number): AsyncGenerator<Waiting> {
    let left: Users | null = users;
    while (left) {
      const found = await this.find(left, most);
      yield* found;
      const reached = found[most - 1]?.userId;
      left = reached ? { ...users, $gt: reached } : null;
    }
  }
}
