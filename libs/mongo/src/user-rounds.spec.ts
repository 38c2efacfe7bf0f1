import { ObjectId } from 'mongodb';
import { UserRounds, type Users } from './user-rounds';

const user = (n: number) => new ObjectId(n.toString(16).padStart(24, '0'));

/** Waiting campaigns, as `user.number`, and the number of searches for them. */
class Line {
  asked = 0;
  private readonly names = new Map<string, string>();
  private waiting: { _id: ObjectId; userId: ObjectId }[] = [];
  private readonly rounds = new UserRounds(({ $gt, $lte }: Users, most) => {
    this.asked += 1;
    const within = ({ userId }: { userId: ObjectId }) =>
      (!$gt || userId.toHexString() > $gt.toHexString()) &&
      (!$lte || userId.toHexString() <= $lte.toHexString());
    return Promise.resolve(this.waiting.filter(within).slice(0, most));
  });

  /** `counts`: the numbers of waiting campaigns of the users 1, 2, 3, and so on. */
  constructor(...counts: number[]) {
    for (const [index, count] of counts.entries()) {
      for (let n = 1; n <= count; n += 1) {
        const _id = new ObjectId();
        this.waiting.push({ _id, userId: user(index + 1) });
        this.names.set(_id.toHexString(), `${index + 1}.${n}`);
      }
    }
  }

  async serve(most: number): Promise<string[]> {
    const ids = await this.rounds.next(most);
    this.waiting = this.waiting.filter(({ _id }) => !ids.includes(_id.toHexString()));
    return ids.map((id) => this.names.get(id) ?? '');
  }
}

describe('the round of users', () => {
  it('serves one campaign of each user, then a second campaign of each', async () => {
    const line = new Line(3, 1, 2);
    expect(await line.serve(10)).toEqual(['1.1', '2.1', '3.1', '1.2', '3.2', '1.3']);
    expect(await line.serve(10)).toEqual([]);
  });

  it('serves every user, regardless of how many campaigns the others have', async () => {
    const line = new Line(1_000, 1, 1_000, 1, 1_000);
    expect(await line.serve(4)).toEqual(['1.1', '2.1', '3.1', '4.1']);
    expect(await line.serve(4)).toEqual(['5.1', '1.2', '3.2', '5.2']);
  });

  it('continues after the user who was served last', async () => {
    const line = new Line(9, 9, 9);
    expect(await line.serve(2)).toEqual(['1.1', '2.1']);
    expect(await line.serve(2)).toEqual(['3.1', '1.2']);
    expect(await line.serve(2)).toEqual(['2.2', '3.2']);
  });

  it('serves a single user as fast as many users', async () => {
    expect(await new Line(1_000).serve(4)).toEqual(['1.1', '1.2', '1.3', '1.4']);
  });

  it('searches once while no campaign waits', async () => {
    const line = new Line(1);
    await line.serve(4);
    await line.serve(4);
    line.asked = 0;
    expect(await line.serve(4)).toEqual([]);
    expect(line.asked).toBe(1);
  });
});
