import { endWithThisProcess } from './end-with-this-process';

describe('the exit handler of a rig', () => {
  const killed: string[] = [];
  const rig = (name: string) => ({ killAll: () => void killed.push(name) });
  let undo: (() => void)[];

  beforeEach(() => {
    killed.length = 0;
    undo = [];
    jest.spyOn(process, 'exit').mockImplementation(() => {
      killed.push('exit');
      return undefined as never;
    });
  });
  afterEach(() => {
    for (const each of undo) each();
    jest.restoreAllMocks();
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('kills only the current rig on %s', (signal) => {
    const first = endWithThisProcess(rig('first'));
    first();
    undo.push(endWithThisProcess(rig('second')));
    process.emit(signal, signal);
    expect(killed).toEqual(['second', 'exit']);
  });

  it('does not add listeners when a signal is repeated', () => {
    undo.push(endWithThisProcess(rig('only')));
    const listeners = process.listenerCount('SIGTERM');
    process.emit('SIGTERM', 'SIGTERM');
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  it('is removed at the end of the rig', () => {
    const before = process.listenerCount('SIGTERM');
    endWithThisProcess(rig('only'))();
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
