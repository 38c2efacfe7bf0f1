import { TooComplex } from '@carillon/content';
import { inspectEmail as inspect } from './inspect-email';

const inspectEmail = (html: string) => inspect({ html, engine: 'simple' });
/** The codes for an email with a text and an unsubscribe link, without further findings. */
const around = (html: string): string => `<p>Hello</p>${html}<a href="{{carillon.unsubscribeUrl}}">Bye</a>`;
const findingsIn = (html: string) => inspectEmail(around(html)).findings;
const codesIn = (html: string): string[] => findingsIn(html).map(({ code }) => code);

describe('an inspection of an email', () => {
  it('finds nothing in an ordinary email', () => {
    expect(
      codesIn(`<h1 id="top" style="color:#222;background:#fff">Spring</h1>
        <img src="https://example.com/a.png" alt="Tulips" width="600" style="height:auto">
        <a href="https://shop.example/{{city|oslo}}?q=1#part">Tickets</a> <a href="#top">Up</a> <a name="x"></a>
        <a href="mailto:ann@example.com">Ann</a> <a href="tel:+4912345">Call</a> <a href="{{link}}">Yours</a>
        <a href="https://shop.example"><img src="{{picture}}" alt="Home" width="1" height="1"></a>`),
    ).toEqual([]);
  });

  it.each([
    ['<a>Here</a>', 'LINK_WITHOUT_TARGET'],
    ['<a href>Here</a>', 'LINK_WITHOUT_TARGET'],
    ['<a href=" ">Here</a>', 'LINK_WITHOUT_TARGET'],
    ['<a href="#">Here</a>', 'LINK_WITHOUT_TARGET'],
    ['<a href="#part">Here</a>', 'LINK_ANCHOR_MISSING'],
    ['<a href="/offers">Here</a>', 'LINK_INCOMPLETE'],
    ['<a href="offers.html">Here</a>', 'LINK_INCOMPLETE'],
    ['<a href="www.example.com">Here</a>', 'LINK_INCOMPLETE'],
    ['<a href="//example.com">Here</a>', 'LINK_INCOMPLETE'],
    ['<a href="example.com:8080/a">Here</a>', 'LINK_INCOMPLETE'],
    ['<a href="/{{city|x}}">Here</a>', 'LINK_INCOMPLETE'],
    ['<area href="/offers" alt="Offers">', 'LINK_INCOMPLETE'],
    ['<a href="https://">Here</a>', 'LINK_INVALID'],
    ['<a href="https:///example.com">Here</a>', 'LINK_INVALID'],
    ['<a href="https://exa mple.com">Here</a>', 'LINK_INVALID'],
    ['<a href="https://example">Here</a>', 'LINK_INVALID'],
    ['<a href="mailto:ann">Here</a>', 'LINK_INVALID'],
    ['<a href="javascript:alert(1)">Here</a>', 'LINK_UNSAFE'],
    ['<a href="java\nscript:alert(1)">Here</a>', 'LINK_UNSAFE'],
    ['<a href="FILE:///etc">Here</a>', 'LINK_UNSAFE'],
    ['<a href="https://shop.example"></a>', 'LINK_WITHOUT_TEXT'],
    ['<a href="https://shop.example"><b hidden>Here</b></a>', 'LINK_WITHOUT_TEXT'],
    [
      '<a href="https://shop.example"><img src="https://a.example/a" alt="" width="1" height="1"></a>',
      'LINK_WITHOUT_TEXT',
    ],
    ['<a href="https://evil.example">https://bank.example/login</a>', 'LINK_TEXT_MISLEADING'],
    ['<a href="https://evil.example">www.bank.example</a>', 'LINK_TEXT_MISLEADING'],
    ['<a href="https://bit.ly/abc">Here</a>', 'LINK_SHORTENED'],
    ['<a href="https://www.TinyURL.com/abc">Here</a>', 'LINK_SHORTENED'],
    ['<a href="http://192.0.2.1/">Here</a>', 'LINK_TO_IP_ADDRESS'],
    ['<a href="https://0x7f.1/">Here</a>', 'LINK_TO_IP_ADDRESS'],
    ['<a href="https://[2001:db8::1]/">Here</a>', 'LINK_TO_IP_ADDRESS'],
    ['<a href="https://example.com/shop">Here</a>', 'LINK_TO_EXAMPLE'],
    ['<a href="http://www.Example.org">Here</a>', 'LINK_TO_EXAMPLE'],
    ['<a href="https://example.net/{{city|x}}">Here</a>', 'LINK_TO_EXAMPLE'],
    ['<a href="https://shop.example/leave">Unsubscribe here</a>', 'UNSUBSCRIBE_ELSEWHERE'],
    ['<a href="https://shop.example/optout">Leave</a>', 'UNSUBSCRIBE_ELSEWHERE'],
    ['<a href="https://shop.example/a">Abmelden</a>', 'UNSUBSCRIBE_ELSEWHERE'],
    ['<img alt="" width="1" height="1">', 'IMAGE_WITHOUT_SOURCE'],
    ['<img src="a.png" alt="" width="1" height="1">', 'IMAGE_WITHOUT_SOURCE'],
    ['<img src="//example.com/a.png" alt="" width="1" height="1">', 'IMAGE_WITHOUT_SOURCE'],
    ['<img src="cid:a" alt="" width="1" height="1">', 'IMAGE_WITHOUT_SOURCE'],
    ['<img src="data:image/png;base64,AA" alt="" width="1" height="1">', 'IMAGE_EMBEDDED'],
    ['<img src="http://example.com/a.png" alt="" width="1" height="1">', 'IMAGE_NOT_HTTPS'],
    ['<img src="https://example.com/a.png" width="1" height="1">', 'IMAGE_WITHOUT_ALT'],
    ['<img src="https://example.com/a.png" alt="" width="1">', 'IMAGE_WITHOUT_SIZE'],
    ['<img src="https://example.com/a.png" alt="" style="height:1px">', 'IMAGE_WITHOUT_SIZE'],
    ['<p style="color:#777;background-color:#fff">Hi</p>', 'LOW_CONTRAST'],
    ['<script>run()</script>', 'UNSUPPORTED_MARKUP'],
    ['<form></form>', 'UNSUPPORTED_MARKUP'],
    ['<iframe src="https://example.com"></iframe>', 'UNSUPPORTED_MARKUP'],
    ['<link rel="stylesheet" href="https://example.com/a.css">', 'UNSUPPORTED_MARKUP'],
    ['<p onclick="run()">Hi</p>', 'UNSUPPORTED_MARKUP'],
    ['<p class={{c}}>Hi</p>', 'PLACEHOLDER_UNQUOTED'],
  ])('finds the problem of %s', (html, code) => {
    expect(codesIn(html)).toEqual([code]);
  });

  it.each([
    '<a href="https://www.shop.example">https://shop.example/a</a>',
    '<a href="https://shop.example">the file a.pdf</a>',
    '<a href="https://{{shop}}/a">Here</a>',
    '<a href="{{carillon.unsubscribeUrl}}">Unsubscribe</a>',
    '<a href="#%C3%A4">Here</a><p id="ä">x</p>',
    '<a href="https://shop.example" aria-label="Home"></a>',
    '<a href="https://shop.example">{{title}}</a>',
    '<!--[if mso]><a href="#">Outlook</a><![endif]-->',
    '<template><a href="#">x</a></template>',
    '<p class="{{c}}">Hi</p>',
  ])('finds no problem in %s', (html) => {
    expect(codesIn(html)).toEqual([]);
  });

  it('lists the places of equal problems once, with their lines as written', () => {
    const html = `<p>Hello {{name|\n}}</p>\n<a href="#">One</a>\r\n<a   href="{{x}}" title="${'y'.repeat(200)}">Two</a>${'<a href="#">x</a>'.repeat(11)}`;
    const [finding] = inspectEmail(html).findings;
    expect(finding).toMatchObject({
      code: 'LINK_WITHOUT_TARGET',
      severity: 'error',
      count: 12,
      source: null,
    });
    expect(finding?.places).toHaveLength(10);
    expect(finding?.places.slice(0, 2)).toEqual([
      { line: 3, element: '<a href="#">' },
      { line: 4, element: '<a href="#">' },
    ]);
    expect(finding?.detail).toMatch(/^12 links lead nowhere/);
  });

  it('shows the beginning of a long element, with its placeholders', () => {
    const [finding] = inspectEmail(`<a href="/{{ city }}?${'y'.repeat(200)}">Hi</a>`).findings;
    expect(finding?.places[0]?.element).toMatch(/^<a href="\/\{\{ city \}\}\?y+…$/);
    expect(finding?.places[0]?.element.length).toBeLessThanOrEqual(120);
  });

  it('counts incorrectly nested elements once', () => {
    const [finding] = inspectEmail('<a href="#">x<p>y</a>z</p>').findings;
    expect(finding).toMatchObject({ code: 'LINK_WITHOUT_TARGET', count: 1 });
  });

  it('reports an email of images only, and the unsubscribe link that is added', () => {
    const image = '<img src="https://example.com/a.png" alt="All our offers" width="1" height="1">';
    const codes = (html: string) => inspectEmail(html).findings.map(({ code }) => code);
    expect(codes(image)).toEqual(['EMAIL_WITHOUT_TEXT', 'UNSUBSCRIBE_LINK_ADDED']);
    expect(codes(`<p style="display:none">Hi</p><title>Hi</title>${image}`)).toContain('EMAIL_WITHOUT_TEXT');
    expect(codes(`${image}Hi`)).toEqual(['UNSUBSCRIBE_LINK_ADDED']);
    expect(codes(`${image}{{name}}`)).toEqual(['UNSUBSCRIBE_LINK_ADDED']);
    expect(codes('Just text')).toEqual(['UNSUBSCRIBE_LINK_ADDED']);
  });

  it('returns the keys that URLs need', () => {
    const html =
      '<a href="https://shop.example/{{pr&eacute;nom}}/{{city|oslo}}">{{name}}</a><img src="{{a.b}}"><p title="{{c}}">';
    expect(inspectEmail(html).linkKeys).toEqual(['prénom', 'a.b']);
  });
});

describe('a deliberately costly email', () => {
  const longest = (part: string): string => part.repeat(Math.floor(500_000 / part.length));

  it('is refused if it has too many or too deeply nested elements', () => {
    expect(() => inspectEmail(longest('<a href=#>x</a>'))).toThrow(TooComplex);
    expect(() => inspectEmail(longest('<div>'))).toThrow(TooComplex);
  });

  it('has few findings, even with many problems', () => {
    const links = Array.from({ length: 14_000 }, (_, n) => `<a href="/${n}">${n}</a><img src="${n}">`).join(
      '',
    );
    const { findings } = inspectEmail(links);
    expect(findings.length).toBeLessThan(10);
    expect(findings.find(({ code }) => code === 'LINK_INCOMPLETE')?.count).toBe(14_000);
    expect(JSON.stringify(findings).length).toBeLessThan(20_000);
  });

  it('has a limited number of colors and of unquoted placeholders', () => {
    const many = Array.from({ length: 2_000 }, (_, n) => {
      const color = (0xffffff - n).toString(16);
      return `<p style="color:#${color};background:#fff" class={{k${n}}}>x</p>`;
    });
    const { findings } = inspectEmail(many.join(''));
    const numberOf = (wanted: string) => findings.filter(({ code }) => code === wanted).length;
    expect([numberOf('LOW_CONTRAST'), numberOf('PLACEHOLDER_UNQUOTED')]).toEqual([20, 20]);
  });

  it.each([
    ['a long style', `<p style="${longest('color:rgb(').slice(0, 499_000)}">x</p>`],
    ['a long background', `<p style="background:${longest('url(').slice(0, 499_000)}">x</p>`],
    ['a long number', `<p style="font-size:${longest('1')}px;color:#${longest('1')}">x</p>`],
    ['a long link', `<a href="https://${longest('a.')}">www.${longest('b')}</a>`],
    ['a long scheme', `<a href="${longest('a')}:">x</a>`],
    ['a long text', `<a href="https://shop.example">${longest(' !')}</a>`],
    ['many braces', longest('{{a')],
    ['many placeholders in a link', `<a href="${longest('{{a}}')}">x</a>`],
    ['a long comment', `<!--${longest('-')}`],
    [
      'many attributes',
      `<p ${Array.from({ length: 250 }, (_, n) => `a${n}=${'x'.repeat(1_900)}`).join(' ')}>x</p>`,
    ],
  ])('ends: %s', (_, html) => {
    expect(inspectEmail(html).findings.length).toBeLessThan(10);
  });
});

describe('an inspection of an email in Liquid', () => {
  const findingsIn = (html: string) => inspect({ html, engine: 'liquid' }).findings;

  it('checks the HTML of all branches, with the lines of the source', () => {
    const html = `{% comment %}
      <img src="a.png">{% endcomment %}
      {% if vip %}<a href="{{ site | default: "https://shop.example" }}/vip">Hi</a>{% else %}
      <a href="/offers">{{ name }}</a>{% endif %}
      <a href="https://shop.example/{{ city | url_encode }}">{% for each in list %}{{ each }}{% endfor %}</a>
      <a href="{{ carillon.unsubscribeUrl }}">Bye</a>`;
    expect(findingsIn(html)).toMatchObject([{ code: 'LINK_INCOMPLETE', count: 1, places: [{ line: 4 }] }]);
  });

  it('does not check placeholders', () => {
    const html = '<p title={{ name }}>Hi</p><a href="{{ link }}">x</a>';
    const { findings, linkKeys } = inspect({ html, engine: 'liquid' });
    expect(findings.map(({ code }) => code)).toEqual(['UNSUBSCRIBE_LINK_ADDED']);
    expect(linkKeys).toEqual([]);
  });
});
