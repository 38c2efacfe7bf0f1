import { lowContrast } from './text-look';
import { readEmail } from './email-document';

/** The contrast of the element with the text x. */
function contrastIn(html: string) {
  const { elements } = readEmail(html);
  const element = elements.find(({ hasOwnText }) => hasOwnText);
  return element ? lowContrast(element.look) : null;
}
const on = (color: string, background: string, more = '') =>
  contrastIn(`<p style="color:${color};background-color:${background};${more}">x</p>`);

describe('the contrast of a text', () => {
  it('is measured as WCAG does', () => {
    expect(on('#777', 'white')).toEqual({ source: '#777777 on #ffffff', measured: 4.47, limit: 4.5 });
    expect(on('#767676', '#FFFFFF')).toBeNull();
    expect(on('white', 'white')?.measured).toBe(1);
    expect(on('rgb(255, 0, 0)', 'rgb(100% 100% 100% / 1)')).toMatchObject({ measured: 3.99 });
    expect(on('#000', '#000000ff')).toMatchObject({ measured: 1 });
  });

  it.each([
    ['font-size:24px', 3],
    ['font-size:18pt', 3],
    ['font-size:14pt;font-weight:bold', 3],
    ['font:700 1.5em/2 serif', 3],
    ['font-size:23.9px', 4.5],
    ['font-size:18px;font-weight:bold', 4.5],
    ['font-size:14pt', 4.5],
    ['font-size:149%;font-weight:600', 4.5],
  ])('may be lower for large text: %s', (style, limit) => {
    expect(on('#eee', '#fff', style)).toMatchObject({ limit });
  });

  it('may be lower in headings', () => {
    expect(contrastIn('<h2 style="color:#888;background:#fff">x</h2>')).toBeNull();
    expect(contrastIn('<h4 style="color:#888;background:#fff">x</h4>')).toMatchObject({ limit: 4.5 });
  });

  it('uses the colors of elements around the text', () => {
    const low = { source: '#eeeeee on #ffffff' };
    expect(contrastIn('<table bgcolor="#fff"><tr><td style="color:#eee">x</td></tr></table>')).toMatchObject(
      low,
    );
    expect(
      contrastIn('<div style="background:#fff no-repeat"><font color="#eee">x</font></div>'),
    ).toMatchObject(low);
    expect(
      contrastIn(
        '<div style="background:#fff;color:#eee"><p style="background:none;color:inherit">x</p></div>',
      ),
    ).toMatchObject(low);
    expect(
      contrastIn('<div style="background:#fff"><a style="color:#eee" href="https://a.example">x</a></div>'),
    ).toMatchObject(low);
  });

  it.each([
    '<p style="color:#eee">x</p>',
    '<p style="background:#eee">x</p>',
    '<div style="color:#eee;background:#fff"><a href="https://a.example">x</a></div>',
    '<div style="color:#eee;background:#fff"><p style="background:url(a.png)">x</p></div>',
    '<table background="a.png" bgcolor="#fff"><tr><td style="color:#eee">x</td></tr></table>',
    '<p style="color:#eee;background:linear-gradient(#000,#fff)">x</p>',
    '<p style="color:rgba(0,0,0,.1);background:#fff">x</p>',
    '<p style="color:#eeeeee80;background:#fff">x</p>',
    '<p style="color:#eee;background:#fff;opacity:.5">x</p>',
    '<p style="color:{{color}};background:#fff">x</p>',
    '<p style="color:#eee;background:{{color}}">x</p>',
    '<p style="color:hotdog;background:#fff">x</p>',
    '<p style="color:#12345;background:#fff">x</p>',
  ])('is unknown if a color is not stated or cannot be computed: %s', (html) => {
    expect(contrastIn(html)).toBeNull();
  });
});
