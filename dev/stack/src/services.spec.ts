import { services } from '@carillon/contracts';
import { stackServices, stopPhases } from './services';

describe('the list of services', () => {
  it('has every service of the system, and the sandbox', () => {
    expect(stackServices.map(({ name }) => name).sort()).toEqual([...services, 'sandbox'].sort());
  });

  it('stops workers first and broker and database last, all within 25 seconds', () => {
    expect(stopPhases.map(({ phase }) => phase)).toEqual([
      'workers',
      'services',
      'gateway',
      'sandbox',
      'broker',
      'database',
    ]);
    expect(stopPhases.reduce((sum, { graceMs }) => sum + graceMs, 0)).toBeLessThan(25_000);
  });
});
