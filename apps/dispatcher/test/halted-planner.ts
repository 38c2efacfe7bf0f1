import { Batches } from '../src/ledger/batches';
import type { Dispatcher, Fixture } from './fixture';

/** Halts the next page of a campaign that release 0.2.0 has begun, before its batches are written; `wake` resolves when they are. */
export function haltNextPage(
  fixture: Fixture,
  dispatcher: Dispatcher,
): {
  halt: () => Promise<unknown>;
  wake: () => Promise<unknown>;
} {
  const batches = dispatcher.get(Batches);
  const insertMissing = batches.insertMissing.bind(batches);
  let goOn: () => void = () => undefined;
  const halted = new Promise<void>((resolve) => (goOn = resolve));
  const late = jest.spyOn(batches, 'insertMissing').mockImplementationOnce(async (planned) => {
    await halted;
    return insertMissing(planned);
  });
  return {
    halt: () => fixture.haltedIn(late),
    wake: async () => {
      goOn();
      await late.mock.results[0]?.value;
    },
  };
}
