import { withClick } from './clicks';

describe('the URL of a click', () => {
  it.each([
    ['https://shop.example/', 'https://shop.example/?carillon_click=T'],
    ['https://shop.example/a?x=1&y=%20+', 'https://shop.example/a?x=1&y=%20+&carillon_click=T'],
    ['https://shop.example/a?x=a=b&x=c&flag', 'https://shop.example/a?x=a=b&x=c&flag&carillon_click=T'],
    ['https://shop.example/a#top?x=1', 'https://shop.example/a?carillon_click=T#top?x=1'],
    ['https://shop.example/#/app?id=1', 'https://shop.example/?carillon_click=T#/app?id=1'],
    ['https://shop.example/?q=1#f', 'https://shop.example/?q=1&carillon_click=T#f'],
    ['https://shop.example/?', 'https://shop.example/?carillon_click=T'],
    ['https://shop.example/??a=1', 'https://shop.example/??a=1&carillon_click=T'],
    ['https://shop.example/?carillon_click=old&b=2', 'https://shop.example/?b=2&carillon_click=T'],
    [
      'https://shop.example/?my_carillon_click=1',
      'https://shop.example/?my_carillon_click=1&carillon_click=T',
    ],
  ])('of %s is %s', (url, expected) => {
    expect(withClick(url, 'T')).toBe(expected);
  });
});
