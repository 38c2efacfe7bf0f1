import { AppError } from '@carillon/contracts';

/** Work that takes long is done once for all who ask for the same, and for a user only so much of it at a time. */
export class SharedWork<T> {
  private readonly underWay = new Map<string, Map<string, Promise<T>>>();

  constructor(private readonly limit: number) {}

  /** Joins the work for this question that is under way, or begins it. @throws AppError limit_reached */
  async join(userId: string, question: string, work: () => Promise<T>): Promise<T> {
    const ofUser = this.underWay.get(userId) ?? new Map<string, Promise<T>>();
    const shared = ofUser.get(question);
    if (shared) return shared;
    if (ofUser.size >= this.limit) throw new AppError('limit_reached');
    const mine = work();
    this.underWay.set(userId, ofUser.set(question, mine));
    try {
      return await mine;
    } finally {
      ofUser.delete(question);
      if (ofUser.size === 0) this.underWay.delete(userId);
    }
  }
}
