import { processMode } from './process-mode';

const large = { memoryBytes: 16e9, cores: 4 };

describe('the mode of processes', () => {
  it.each([
    ['a large machine', large, 'all'],
    ['exactly 4 GB and two cores', { memoryBytes: 4e9, cores: 2 }, 'all'],
    ['less than 4 GB', { memoryBytes: 3.9e9, cores: 4 }, 'one'],
    ['one core', { memoryBytes: 16e9, cores: 1 }, 'one'],
  ])('follows the machine: %s', (_, machine, mode) => {
    expect(processMode({}, machine)).toMatchObject({
      mode,
      why: expect.stringContaining('CARILLON_PROCESS=') as string,
    });
    expect(processMode({ CARILLON_PROCESS: '' }, machine).mode).toBe(mode);
  });

  it('can be set', () => {
    expect(processMode({ CARILLON_PROCESS: 'one' }, large).mode).toBe('one');
    expect(processMode({ CARILLON_PROCESS: 'all' }, { memoryBytes: 1e9, cores: 1 }).mode).toBe('all');
    expect(() => processMode({ CARILLON_PROCESS: 'two' }, large)).toThrow(
      'CARILLON_PROCESS: read "two", expected one or all.',
    );
  });

  it('knows the memory and the cores of this machine', () => {
    expect(processMode({}).mode).toMatch(/^(one|all)$/);
  });
});
