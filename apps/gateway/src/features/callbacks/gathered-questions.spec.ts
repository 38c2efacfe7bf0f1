import { AppError } from '@carillon/contracts';
import { GatheredQuestions } from './gathered-questions';

function arrange() {
  const asked: string[][] = [];
  const replies: PromiseWithResolvers<readonly (string | null)[]>[] = [];
  const questions = new GatheredQuestions<string, string>({
    ...{ requests: 2, most: 3, largest: 10 },
    sizeOf: ({ length }) => length,
    ask: (some) => {
      asked.push(some);
      const reply = Promise.withResolvers<readonly (string | null)[]>();
      replies.push(reply);
      return reply.promise;
    },
  });
  const askAll = (...names: string[]) => Promise.allSettled(names.map((name) => questions.ask(name)));
  const reply = (...answers: (string | null)[]): void => replies.shift()?.resolve(answers);
  const fail = (error: Error): void => replies.shift()?.reject(error);
  return { asked, askAll, reply, fail };
}

const valuesOf = (settled: readonly PromiseSettledResult<string>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error)));

describe('questions', () => {
  it('are asked at once while there are few, and together when there are many', async () => {
    const { asked, askAll, reply } = arrange();
    const answers = askAll('a', 'b', 'c', 'd', 'e', 'f');
    expect(asked).toEqual([['a'], ['b']]);
    reply('A');
    await new Promise(setImmediate);
    expect(asked.at(-1)).toEqual(['c', 'd', 'e']);
    reply('B');
    await new Promise(setImmediate);
    expect(asked.at(-1)).toEqual(['f']);
    reply('C', 'D', 'E');
    reply('F');
    expect(valuesOf(await answers)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  });

  it('are not put together beyond a size, and a larger one is asked alone', async () => {
    const { asked, askAll, reply } = arrange();
    const answers = askAll('a', 'b', '12345678901234', '12345', '12345', '1');
    for (let n = 0; n < 5; n++) {
      reply('x', 'x', 'x');
      await new Promise(setImmediate);
    }
    await answers;
    expect(asked).toEqual([['a'], ['b'], ['12345678901234'], ['12345', '12345'], ['1']]);
  });

  it('fail one by one where there is no answer, and together where the request fails', async () => {
    const { askAll, reply, fail } = arrange();
    const lost = new Error('lost');
    const answers = askAll('a', 'b', 'c', 'd');
    reply(null);
    fail(lost);
    await new Promise(setImmediate);
    reply('C', null);
    const [a, b, c, d] = valuesOf(await answers);
    expect([b, c]).toEqual([lost, 'C']);
    for (const each of [a, d]) expect(each).toEqual(new AppError('service_unavailable'));
  });
});
