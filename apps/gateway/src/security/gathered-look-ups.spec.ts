import { Logger } from '@carillon/platform';
import { GatheredLookUps } from './gathered-look-ups';

describe('look-ups of what anybody can make up', () => {
  const begin = (ask: (names: string[]) => Promise<ReadonlyMap<string, string>>) => {
    const lookUps = new GatheredLookUps<string>('test', ask, Logger.create('test', 'silent'));
    lookUps.start();
    return lookUps;
  };

  it('are one request for all of a moment', async () => {
    const asked: string[][] = [];
    const lookUps = begin((names) => {
      asked.push(names);
      return Promise.resolve(new Map([['b', 'found']]));
    });
    const answers = ['a', 'b', 'b', 'c'].map((name) => lookUps.find(name));
    expect(await Promise.all(answers)).toEqual([null, 'found', 'found', null]);
    expect(asked.flat().sort()).toEqual(['a', 'b', 'c']);
    await lookUps.stop();
  });

  it('end for all when the process stops, and are refused after that', async () => {
    const asking = Promise.withResolvers<boolean>();
    const answering = Promise.withResolvers<ReadonlyMap<string, string>>();
    const lookUps = begin(() => {
      asking.resolve(true);
      return answering.promise;
    });
    const asked = lookUps.find('a');
    await asking.promise;
    const waiting = Promise.allSettled([lookUps.find('b')]);
    const stopped = lookUps.stop();
    const late = Promise.allSettled([lookUps.find('c')]);
    answering.resolve(new Map());
    await stopped;
    expect(await asked).toBeNull();
    expect(await waiting).toHaveLength(1);
    expect(await late).toMatchObject([{ status: 'rejected', reason: { code: 'service_unavailable' } }]);
  });
});
