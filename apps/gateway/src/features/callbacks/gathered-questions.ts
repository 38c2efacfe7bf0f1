import { AppError } from '@carillon/contracts';

interface Waiting<Q, A> {
  question: Q;
  answer: PromiseWithResolvers<A>;
}

export interface GatheringOptions<Q, A> {
  /** Requests at once. */
  requests: number;
  /** Questions in one request. */
  most: number;
  /** How large the questions of one request may be together, but for the first. */
  largest: number;
  sizeOf: (question: Q) => number;
  /** Returns an answer for each question, in their order; null: there is none now. */
  ask: (questions: Q[]) => Promise<readonly (A | null)[]>;
}

/**
 * Asks at once what is asked alone, and puts together what comes while requests are under way: the more there is to ask, the less
 * each question costs.
 */
export class GatheredQuestions<Q, A> {
  private readonly waiting: Waiting<Q, A>[] = [];
  private underWay = 0;

  constructor(private readonly options: GatheringOptions<Q, A>) {}

  /** @throws what `ask` throws; AppError service_unavailable if there is no answer now */
  ask(question: Q): Promise<A> {
    const answer = Promise.withResolvers<A>();
    this.waiting.push({ question, answer });
    this.askSome();
    return answer.promise;
  }

  private askSome(): void {
    while (this.waiting.length > 0 && this.underWay < this.options.requests) {
      this.underWay += 1;
      void this.askAll(this.take()).finally(() => {
        this.underWay -= 1;
        this.askSome();
      });
    }
  }

  private take(): Waiting<Q, A>[] {
    const { most, largest, sizeOf } = this.options;
    let [count, size] = [0, 0];
    for (const { question } of this.waiting.slice(0, most)) {
      size += sizeOf(question);
      if (count > 0 && size > largest) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async askAll(some: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await this.options.ask(some.map(({ question }) => question));
      for (const [n, { answer }] of some.entries()) {
        const own = answers[n] ?? null;
        if (own === null) answer.reject(new AppError('service_unavailable'));
        else answer.resolve(own);
      }
    } catch (error) {
      for (const { answer } of some) answer.reject(error);
    }
  }
}
