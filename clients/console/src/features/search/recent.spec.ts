import { withRecent } from './recent';

const page = (href: string, title = href) => ({ href, title });

describe('withRecent', () => {
  it('lists a page once, first, and with its newest title', () => {
    const pages = withRecent([page('/a'), page('/b', 'Draft')], page('/b', 'Summer'));
    expect(pages).toEqual([page('/b', 'Summer'), page('/a')]);
  });

  it('drops the oldest page', () => {
    let pages = [page('/0')];
    for (let each = 1; each <= 6; each++) pages = withRecent(pages, page(`/${each}`));
    expect(pages.map(({ href }) => href)).toEqual(['/6', '/5', '/4', '/3', '/2', '/1']);
  });
});
