import { decodeHTMLAttribute } from 'entities';
import { compileTemplate, keysWithoutFallback, type TemplateMode } from './template';

const render = (text: string, variables: Record<string, unknown>, mode: TemplateMode = 'text'): string =>
  compileTemplate(text, mode).render(variables);

describe('a compiled template', () => {
  it('contains one object for all occurrences of a placeholder', () => {
    const { parts } = compileTemplate('{{a}}-{{a}}-{{a|x}}-{{a}}', 'text');
    const slots = parts.filter((part) => typeof part !== 'string');
    expect(slots).toHaveLength(4);
    expect(new Set(slots).size).toBe(2);
  });
});

describe('rendering a template', () => {
  it.each([
    ['Hello {{name}}', { name: 'Ada' }, 'Hello Ada'],
    ['{{name}}, {{name}}', { name: 'Ada' }, 'Ada, Ada'],
    ['{{n}} {{f}} {{t}} {{no}}', { n: 0, f: 1.5, t: true, no: false }, '0 1.5 true false'],
    ['{{name|friend}}', { name: 'Ada' }, 'Ada'],
    ['{{name|friend}}', {}, 'friend'],
    ['[{{name}}]', {}, '[]'],
    ['[{{name|friend}}]', { name: '' }, '[]'],
    ['[{{a|-}}{{b|-}}{{c|-}}{{d|-}}]', { a: null, b: [1], c: {}, d: undefined }, '[----]'],
    ['{{address.city}}', { address: { city: 'Lagos' } }, 'Lagos'],
    ['{{a.b.c}}', { a: { b: { c: 1 } } }, '1'],
    ['{{a.b}}', { 'a.b': 'own', a: { b: 'path' } }, 'own'],
    ['{{a.b|-}}', { 'a.b': null, a: { b: 'path' } }, '-'],
    ['{{a.b.c|-}}', { 'a.b': { c: 1 }, a: { 'b.c': 2 } }, '-'],
    ['{{a.b|-}}', { a: 'text' }, '-'],
    ['{{a.length|-}}', { a: 'text' }, '-'],
    ['{{a.0|-}}{{a.length|-}}', { a: ['x'] }, '--'],
    ['{{a..b}}', { 'a..b': 'own' }, 'own'],
    ['{{toString|-}}{{constructor|-}}{{__proto__|-}}', {}, '---'],
    ['{{a.constructor.name|-}}{{a.__proto__|-}}', { a: {} }, '--'],
    ['{{toString}}', { toString: 'own' }, 'own'],
    ['{{name', { name: 'Ada' }, '{{name'],
    ['{{{name}}}', { name: 'Ada' }, '{Ada}'],
  ])('%j with %j is %j', (text, variables, rendered) => {
    expect(render(text, variables)).toBe(rendered);
  });

  it('does not read inherited properties', () => {
    const inherited = Object.create({ name: 'Eve', a: { b: 'Eve' } }) as Record<string, unknown>;
    expect(render('{{name|-}}{{a.b|-}}', inherited)).toBe('--');
    expect(render('{{__proto__|-}}', JSON.parse('{"__proto__":"x"}') as Record<string, unknown>)).toBe('-');
  });

  it('inserts a value once, even if it contains braces', () => {
    const variables = { a: '{{b}}', b: 'secret', c: '{', d: '{b}}' };
    expect(render('{{a}} {{c}}{{d}} {{x|{{b}}', variables)).toBe('{{b}} {{b}} {{x|secret');
  });

  it('keeps dollar signs of a value unchanged', () => {
    expect(render('{{a}}', { a: "$& $1 $' $$" })).toBe("$& $1 $' $$");
  });

  it('returns a text without placeholders unchanged', () => {
    expect(render('50 % off & more <b>', {})).toBe('50 % off & more <b>');
  });
});

describe('rendering HTML', () => {
  it('escapes values for text and for quoted attributes', () => {
    const rendered = render(`<a title="{{t}}" rel='{{t}}'>{{t}}</a>`, { t: `<i>"O'Neil" & co</i>` }, 'html');
    const escaped = '&lt;i&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/i&gt;';
    expect(rendered).toBe(`<a title="${escaped}" rel='${escaped}'>${escaped}</a>`);
  });

  it.each([
    ['<a title={{a}}>', 'x onclick=evil', '<a title=x&#32;onclick&#61;evil>'],
    ['<a title={{a}}>', 'x><script>', '<a title=x&#62;&#60;script&#62;>'],
    ['<a title={{a}} rel=x>', '', '<a title="" rel=x>'],
    ['<a title=a{{a}}>', '\t"\'`&', '<a title=a&#9;&#34;&#39;&#96;&#38;>'],
    ['<a {{a}}>', 'onclick=evil x', '<a onclick&#61;evil&#32;x>'],
    ['<{{a}}>', 'a b', '<a&#32;b>'],
    ['<p title="{{a}}" class={{a}}>{{a}}</p>', 'a b', '<p title="a b" class=a&#32;b>a b</p>'],
  ])('keeps values inside their attribute: %s with %j', (html, a, rendered) => {
    expect(render(html, { a }, 'html')).toBe(rendered);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
  ])('prevents values from changing the effect of a link: %j', (a) => {
    for (const [before, after] of [
      ['<a href="', '">'],
      ["<a HREF=' ", "'>"],
      ['<img src="', '/x">'],
      ['<form action="', '">'],
    ] as const) {
      expect(render(`${before}{{a}}${after}`, { a }, 'html')).toBe(`${before}#${after}`);
    }
    expect(render('<a href={{a}}>', { a }, 'html')).toBe('<a href=#>');
    expect(render('<a href="{{b}}{{a}}">', { a }, 'html')).toBe('<a href="#">');
    expect(render('<a href="{{b|https://x.example/}}">{{a}}', { a: 'javascript:x' }, 'html')).toBe(
      '<a href="https://x.example/">javascript:x',
    );
  });

  it.each([
    'https://shop.example/?a=b&c',
    'http://x',
    'mailto:ann@example.org',
    'tel:+49151',
    '/path:1',
    'path',
    '#top',
    '?a:b',
    '',
  ])('keeps other links: %j', (a) => {
    expect(render('<a href="{{a}}">', { a }, 'html')).toBe(`<a href="${a.replaceAll('&', '&amp;')}">`);
    expect(render('<a href="https://x/{{a}}">', { a: 'javascript:x' }, 'html')).toBe(
      '<a href="https://x/javascript%3Ax">',
    );
  });

  it("leaves the author's own HTML as written, in the fallback too", () => {
    expect(render('<p>{{name|<i>you &amp; yours</i>}}</p>', {}, 'html')).toBe(
      '<p><i>you &amp; yours</i></p>',
    );
  });

  it.each([
    ['{{pr&eacute;nom}}', { prénom: 'Ada' }],
    ['{{R&amp;D}}', { 'R&D': 'Ada' }],
    ['{{&nbsp;name&nbsp;}}', { name: 'Ada' }],
    ['{{<strong>name</strong>}}', { name: 'Ada' }],
    ['{{Q&A}}', { 'Q&A': 'Ada' }],
    ['{{a&#125;}}', { 'a&#125;': 'Ada' }],
  ])('recognizes the key that an editor wrote as %s', (text, variables) => {
    const template = compileTemplate(text, 'html');
    expect(template.keys).toEqual(Object.keys(variables));
    expect(template.render(variables)).toBe('Ada');
  });
});

describe('rendering a subject', () => {
  it.each([
    ['Hi {{a}}', { a: 'x\r\nBcc: eve@example.com' }, 'Hi x Bcc: eve@example.com'],
    ['Hi {{a}}', { a: 'x\ny\rz' }, 'Hi x y z'],
    ['Hi {{a}}', { a: 'x\u2028y\u2029z\u0085' }, 'Hi x y z '],
    ['Hi {{a}}', { a: '\0\t\v\x1b\x7f' }, 'Hi      '],
    ['Hi {{a}}', { a: `<Ada> & "co"` }, 'Hi <Ada> & "co"'],
    ['Two\r\nlines {{a|x\ny}}', {}, 'Two lines x y'],
  ])('%j with %j is the line %j', (text, variables, rendered) => {
    expect(render(text, variables, 'subject')).toBe(rendered);
  });
});

describe('the keys of a template', () => {
  it('are listed once each, in the order of their first use', () => {
    const { keys, systemKeys } = compileTemplate('{{b}} {{a.b}} {{b|x}} {{carillon.url}} {{a}}', 'text');
    expect(keys).toEqual(['b', 'a.b', 'a']);
    expect(systemKeys).toEqual(['carillon.url']);
  });

  it("of the system are filled from the system's values and never from extraData", () => {
    const template = compileTemplate('{{carillon.url}}', 'html');
    const forged = { 'carillon.url': 'https://evil.example', carillon: { url: 'https://evil.example' } };
    expect(template.render(forged)).toBe('');
    expect(template.render(forged, { 'carillon.url': 'https://u.example/?a&b' })).toBe(
      'https://u.example/?a&amp;b',
    );
  });

  it('of the system have their fallback if they have no value', () => {
    expect(compileTemplate('{{carillon.x|-}}{{carillon.toString|-}}', 'text').render({}, {})).toBe('--');
  });

  it('are ordinary if they only resemble system keys', () => {
    const template = compileTemplate('{{carillon}} {{Carillon.x}} {{carillons.x}}', 'text');
    expect(template.systemKeys).toEqual([]);
    expect(template.render({ carillon: 1, 'Carillon.x': 2, carillons: { x: 3 } }, { carillon: 'no' })).toBe(
      '1 2 3',
    );
  });
});

describe('the parts of a template', () => {
  it('are fixed strings and slots that render to the whole when joined', () => {
    const template = compileTemplate('Hi {{name|you}}, {{carillon.url}}.', 'html');
    const render = (variables: Record<string, unknown>, system: Record<string, string>): string =>
      template.parts
        .map((part) => (typeof part === 'string' ? part : part.render(variables, system)))
        .join('');
    expect(template.parts).toMatchObject([
      'Hi ',
      { key: 'name', isSystem: false },
      ', ',
      { key: 'carillon.url', isSystem: true },
      '.',
    ]);
    expect(render({ name: '<Ada>' }, { 'carillon.url': 'u' })).toBe('Hi &lt;Ada&gt;, u.');
    expect(render({}, {})).toBe(template.render({}, {}));
  });
});

describe('the keys without a fallback', () => {
  it('are listed once each, as they are looked up', () => {
    const text = '{{a}} {{b|x}} {{c|}} {{ a }} {{pr&eacute;nom}} {{carillon.unsubscribeUrl}} {{a|x}} {{}}';
    expect(keysWithoutFallback(text, 'html')).toEqual(['a', 'c', 'prénom']);
    expect(keysWithoutFallback(text, 'text')).toEqual(['a', 'c', 'pr&eacute;nom']);
  });
});

/** The target that an email client derives from the first link of the HTML. */
function followed(html: string): URL {
  const [, href = ''] = /href="([^"]*)"/.exec(html) ?? [];
  return new URL(decodeHTMLAttribute(href));
}

const values = [
  'Tom & Jerry',
  'C#',
  'a=b&admin=1',
  '100 %',
  '50%20off',
  'Grüße',
  '👨‍👩‍👧',
  'a+b',
  `"O'Neil" <x>`,
  'a?b#c',
  'a\nb',
  ';,:@$',
  '\ud83d!',
];

describe('a value in a URL', () => {
  it.each(values)('is one parameter of the query, and changes nothing else: %j', (v) => {
    const { searchParams, hash, pathname } = followed(
      render('<a href="https://x.example/p?who={{v}}&amp;next=1#{{v}}">', { v }, 'html'),
    );
    expect([...searchParams]).toEqual([
      ['who', v.toWellFormed()],
      ['next', '1'],
    ]);
    expect([decodeURIComponent(hash.slice(1)), pathname]).toEqual([v.toWellFormed(), '/p']);
  });

  it.each(values)('is one segment of the path: %j', (v) => {
    const { pathname, search, hash } = followed(
      render('<a href="https://x.example/a/{{v}}/b">', { v }, 'html'),
    );
    expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', v.toWellFormed(), 'b']);
    expect(search + hash).toBe('');
  });

  it.each([
    ['https://x.example/{{v}}', 'shoes/red', 'https://x.example/shoes/red'],
    ['https://x.example/{{v}}', '../admin', 'https://x.example/..%2Fadmin'],
    ['https://x.example/{{v}}', '/evil.example', 'https://x.example/%2Fevil.example'],
    ['/{{v}}', '/evil.example', '/%2Fevil.example'],
    ['https://{{v}}.x.example/', 'evil.example/', 'https://evil.example%2F.x.example/'],
    ['https://x.example{{v}}', '/a?b=1', 'https://x.example/a?b=1'],
    ['https://x.example{{v}}', '@evil.example', 'https://x.example%40evil.example'],
    ['https://{{v}}', 'x.example/a?b=1&c', 'https://x.example/a?b=1&amp;c'],
    ['https://{{v}}/a', 'x.example:8080', 'https://x.example:8080/a'],
    ['{{v}}?n={{n}}', 'https://x.example/a b', 'https://x.example/a%20b?n=%26'],
    ['{{v}}/{{n}}', 'https://x.example', 'https://x.example/%26'],
    ['{{v}}', ' https://x.example/?a=1&b=%20 ', 'https://x.example/?a=1&amp;b=%20'],
    ['java{{v}}', 'script:alert(1)', 'javascript%3Aalert(1)'],
    ['{{v}}{{w}}', 'javascript', 'javascript%3Aalert(1)'],
    ['{{v}}:{{n}}', 'javascript', '#:%26'],
    ['javascript:f({{v}})', 'alert(1)', 'javascript:f()'],
    ['mailto:{{v}}?subject={{n}}', 'ann+news@x.example', 'mailto:ann+news@x.example?subject=%26'],
    [
      'mailto:{{v}}',
      'a@x.example?bcc=b@x.example',
      'mailto:a@x.example%3Fbcc=b@x.example'.replace('=', '%3D'),
    ],
    ['tel:{{v}}', '+49 151 123', 'tel:+49151123'],
    ['sms:+49151&body={{v}}', 'a&b', 'sms:+49151&body=a%26b'],
    ['https&#58;//x.example/?a={{v}}', 'a&b', 'https&#58;//x.example/?a=a%26b'],
  ])('turns %j with %j into %j', (href, v, expected) => {
    expect(render(`<a href="${href}">`, { v, w: ':alert(1)', n: '&' }, 'html')).toBe(
      `<a href="${expected}">`,
    );
  });

  it.each([
    ['<img src="https://x.example/{{v}}.png">', '<img src="https://x.example/a%26b%20c.png">'],
    ['<a href=https://x.example/?a={{v}}>', '<a href=https://x.example/?a=a%26b%20c>'],
    [
      '<img srcset="https://x.example/{{v}} 1x, {{v}} 2x">',
      '<img srcset="https://x.example/a%26b%20c 1x, a&amp;b%20c 2x">',
    ],
    [
      '<!--[if mso]><v:roundrect href="https://x.example/?a={{v}}"><![endif]-->',
      '<!--[if mso]><v:roundrect href="https://x.example/?a=a%26b%20c"><![endif]-->',
    ],
    [
      '<td style="background:url(https://x.example/?a={{v}})">',
      '<td style="background:url(https://x.example/?a=a%26b%20c)">',
    ],
    [
      "<style>.a{background:url('https://x.example/{{v}}')}</style>{{v}}",
      "<style>.a{background:url('https://x.example/a%26b%20c')}</style>a&amp;b c",
    ],
    ['<p title="https://x.example/?a={{v}}">', '<p title="https://x.example/?a=a&amp;b c">'],
    ['<a href="{{v|https://y.example/?a=1&amp;b=2}}">', '<a href="a&amp;b%20c">'],
  ])('is encoded in every position of a URL: %s', (html, expected) => {
    expect(render(html, { v: 'a&b c' }, 'html')).toBe(expected);
  });

  it.each([
    ['https://x.example/?who={{v}}, thanks', 'https://x.example/?who=Tom%20%26%20Jerry, thanks'],
    ['See x.example/{{v}}. Hi {{v}}', 'See x.example/Tom%20%26%20Jerry. Hi Tom & Jerry'],
    ['Link [https://x.example/#{{v}}]', 'Link [https://x.example/#Tom%20%26%20Jerry]'],
    ['{{v}} and/or {{v}}', 'Tom & Jerry and/or Tom & Jerry'],
    ['ann@x.example/{{v}}', 'ann@x.example/Tom & Jerry'],
    ['Dear {{v}}: https://x.example', 'Dear Tom & Jerry: https://x.example'],
  ])('is encoded in the links of a text, too: %j', (text, expected) => {
    expect(render(text, { v: 'Tom & Jerry' })).toBe(expected);
  });
});

describe('a value in a style or a script', () => {
  it.each([
    ['<p style="color:{{v}}">', '#ff0000', '<p style="color:#ff0000">'],
    ['<p style="color:{{v}}">', 'rgb(1, 2, 3)', '<p style="color:rgb(1, 2, 3)">'],
    ['<p style="width:{{v}}">', '12.5%', '<p style="width:12.5%">'],
    ['<p style="color:{{v}}">', 'red;top:0', '<p style="color:red\\3b top\\3a 0">'],
    ['<p style="a:url({{v}})">', 'javascript:x', '<p style="a:url(#)">'],
    ['<p style="content:\'{{v}}\'">', "a'b", '<p style="content:\'a\\27 b\'">'],
    [
      '<style>p{color:{{v}}}</style>',
      '</style><script>',
      '<style>p{color:\\3c /style\\3e \\3c script\\3e }</style>',
    ],
    ['<style>/* {{v}} */</style>', '*/x', '<style>/* \\2a /x */</style>'],
    [
      '<script type="application/ld+json">{"a":"{{v}}"}</script>',
      '"}</script>',
      '<script type="application/ld+json">{"a":"\\u0022\\u007d\\u003c\\u002fscript\\u003e"}</script>',
    ],
    [`<a onclick="f('{{v}}')">`, "');g('", `<a onclick="f('\\u0027\\u0029\\u003bg\\u0028\\u0027')">`],
  ])('of %j with %j stays in its context: %j', (html, v, expected) => {
    expect(render(html, { v }, 'html')).toBe(expected);
  });
});

describe('a fallback like a filter of another language', () => {
  it.each([
    ['{{ name | upcase }}', ''],
    ['{{ name | default: "friend" }}', ''],
    ['{{ name | default: &quot;friend&quot; }}', ''],
    ['{{ name | truncate(20) }}', ''],
    ['{{ name | upcase | append: "!" }}', ''],
    ['{{name|friend}}', 'friend'],
    ['{{name|First}}', 'First'],
    ['{{name|you: all of you}}', 'you: all of you'],
    ['{{name|Mr. (or Mrs.)}}', 'Mr. (or Mrs.)'],
    ['{{when|date}}', 'date'],
  ])('is not shown to recipients: %j is %j', (text, expected) => {
    expect(render(text, {}, 'html')).toBe(expected);
  });
});
