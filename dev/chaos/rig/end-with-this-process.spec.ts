import { endWithThisProcess } from './end-with-this-process';

describe('what ends with this process', () => {
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

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is the second of two rigs at %s', (signal) => {
    const first = endWithThisProcess(rig('first'));
    first();
    undo.push(endWithThisProcess(rig('second')));
    process.emit(signal, signal);
    expect(killed).toEqual(['second', 'exit']);
  });

  it('still is that at a signal that comes twice', () => {
    undo.push(endWithThisProcess(rig('only')));
    const listeners = process.listenerCount('SIGTERM');
    process.emit('SIGTERM', 'SIGTERM');
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  it('is nothing after the end of the rig', () => {
    const before = process.listenerCount('SIGTERM');
    endWithThisProcess(rig('only'))();
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
