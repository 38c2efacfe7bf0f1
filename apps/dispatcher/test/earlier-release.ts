import { Dispatches } from '../src/dispatch/dispatches';
import { ObjectId } from 'mongodb';
import type { Dispatcher, Fixture } from './fixture';

/**
 * Campaigns begin as a planner of release 0.2.0 begins them, until mocks are restored: the documents of a page are written one
 * after the other.
 */
export function beginAsRelease020(fixture: Fixture, dispatcher: Dispatcher): void {
  const dispatches = dispatcher.get(Dispatches);
  const begin = dispatches.begin.bind(dispatches);
  jest.spyOn(dispatches, 'begin').mockImplementation(async (...args) => {
    const { routes } = await begin(...args);
    await fixture
      .stored('dispatches')
      .updateOne({ _id: new ObjectId(args[0].campaign) }, { $unset: { atOnce: '', keyless: '' } });
    return { routes };
  });
}
