import { RouteTable } from './route-table';

const table = new RouteTable();
table.add('GET', '/');
table.add('DELETE', '/api/v1/campaigns');
table.add('HEAD', '/api/v1/campaigns');
table.add('GET', '/api/v1/campaigns');
table.add('POST', '/api/v1/campaigns/create');
table.add('GET', '/api/v1/campaigns/:id');
table.add('GET', '/api/v1/campaigns/:id/report');

const methods = (target: string) => table.find(target)?.methods ?? null;

describe('the route table', () => {
  it('knows the methods of a path in a fixed order', () => {
    expect(methods('/api/v1/campaigns')).toEqual(['GET', 'HEAD', 'DELETE']);
    expect(methods('/')).toEqual(['GET']);
  });

  it('never treats a literal segment as a parameter', () => {
    expect(methods('/api/v1/campaigns/create')).toEqual(['POST']);
    expect(methods('/api/v1/campaigns/creat')).toEqual(['GET']);
    expect(methods('/api/v1/campaigns/create/report')).toBeNull();
  });

  it('finds the pattern of a path', () => {
    expect(table.find('/api/v1/campaigns/abc/report?x=1')?.pattern).toBe('/api/v1/campaigns/:id/report');
  });

  it('decodes percent-encoding within segments and targets in absolute form', () => {
    expect(methods('/api/v1/campaign%73')).toEqual(['GET', 'HEAD', 'DELETE']);
    expect(methods('/api/v1%2Fcampaigns')).toBeNull();
    expect(methods('http://example.com/api/v1/campaigns/create?x')).toEqual(['POST']);
    expect(methods('http://example.com')).toEqual(['GET']);
  });

  it.each([
    '/api/v1/campaigns/',
    '/api/v1//campaigns',
    '//api/v1/campaigns',
    '/API/v1/campaigns',
    '/api/v1/Campaigns',
    '/api/v1',
    '/api/v1/campaigns//report',
    '/api/v1/campaigns/%',
    '/api/v1/campaigns/%FF',
    '/__proto__',
    '*',
    'campaigns',
  ])('finds nothing at %s', (target) => {
    expect(methods(target)).toBeNull();
  });
});
