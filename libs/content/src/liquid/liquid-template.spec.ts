import { exceeds } from '../exceeds';
import type { SystemValues, Variables } from '../look-up';
import type { TemplateMode } from '../template';
import { LiquidProblem } from './liquid-parts';
import { compileLiquid } from './liquid-template';
import { parseLiquid } from './parsed-liquid';
import { RenderFailure } from './rendering';

function rendered(
  text: string,
  variables: Variables = {},
  { mode = 'html', system = {} }: { mode?: TemplateMode; system?: SystemValues } = {},
): string {
  return compileLiquid(text, mode).render(variables, system);
}

describe('a text in Liquid', () => {
  it.each<[string, string, Variables, string]>([
    ['a condition', '{% if vip %}VIP{% else %}other{% endif %}', { vip: true }, 'VIP'],
    [
      'a loop',
      '{% for p in l %}{{ p.n }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
      { l: [{ n: 1 }, { n: 2 }] },
      '1, 2',
    ],
    ['filters', '{{ name | default: "you" | upcase }}{{ l | join: "+" }}', { l: ['a', 'b'] }, 'YOUa+b'],
    [
      'assigned and captured texts',
      '{% assign a = 2 | times: 3 %}{% capture t %}{{ a }}!{% endcapture %}{{ t }}{{ t }}',
      {},
      '6!6!',
    ],
    ['nothing for a missing value, an object, and null', '[{{ a }}{{ o }}{{ n }}]', { o: {}, n: null }, '[]'],
    ['a list', '{{ l }}', { l: ['a', 1, true] }, 'a1true'],
    ['braces in values unchanged', '{{ a }}', { a: '{{ b }}{% if %}' }, '{{ b }}{% if %}'],
  ])('has %s', (_, text, variables, expected) => {
    expect(rendered(text, variables)).toBe(expected);
  });

  it('has the system values, regardless of the data', () => {
    const system = { 'carillon.unsubscribeUrl': 'https://c.example/u?a=b' };
    const text = '<a href="{{ carillon.unsubscribeUrl }}">';
    expect(rendered(text, { carillon: { unsubscribeUrl: 'x' } }, { system })).toBe(
      '<a href="https://c.example/u?a=b">',
    );
  });

  it.each<[string, string, Variables, string]>([
    ['a text', '<p>{{ v }}</p>', { v: '<b>"' }, '<p>&lt;b&gt;&quot;</p>'],
    ['a URL that runs a script', '<a href="{{ v }}">', { v: ' java\tscript:alert(1)' }, '<a href="#">'],
    [
      'a URL from a branch',
      '<a href="{% if x %}{{ v }}{% endif %}/a">',
      { x: 1, v: 'javascript:' },
      '<a href="#/a">',
    ],
    ['a query', '<a href="https://x/?q={{ v }}">', { v: 'a b&c' }, '<a href="https://x/?q=a%20b%26c">'],
    [
      'a value that is encoded already',
      '<a href="https://x/?q={{ v | url_encode }}">',
      { v: 'a b' },
      '<a href="https://x/?q=a%20b">',
    ],
    [
      'a style',
      '<p style="color:{{ v }}">',
      { v: 'red;x:url(y)' },
      '<p style="color:red\\3b x\\3a url\\28 y\\29 ">',
    ],
    [
      'an attribute without quotes',
      '<p title={{ v }}>',
      { v: 'a onclick=x' },
      '<p title=a&#32;onclick&#61;x>',
    ],
    [
      'a captured tag',
      '{% capture t %}<b>{{ v }}{% endcapture %}{{ t }}',
      { v: '<i>' },
      '&lt;b&gt;&lt;i&gt;',
    ],
    ['an escaped value once', '{{ v | escape }}', { v: '<' }, '&lt;'],
    [
      'a value in a position that a value can’t change',
      '<p title="{{ a }}">{{ b }}',
      { a: '">', b: '<' },
      '<p title="&quot;&gt;">&lt;',
    ],
  ])('encodes %s for its position', (_, text, variables, expected) => {
    expect(rendered(text, variables)).toBe(expected);
  });

  it('encodes values again after branches that change their position', () => {
    const template = compileLiquid('{% if a %}<a href="{% endif %}{{ v }}{% if a %}">{% endif %}', 'html');
    const v = 'javascript:x';
    expect([true, false, true].map((a) => template.render({ a, v }))).toEqual([
      '<a href="#">',
      v,
      '<a href="#">',
    ]);
  });

  it('has a subject on one line', () => {
    expect(rendered('a\n{{ v }}', { v: 'b\r\nBcc: c' }, { mode: 'subject' })).toBe('a b Bcc: c');
  });

  it.each([
    ['{{ d | date: "%d.%m.%Y %H:%M", "Europe/Berlin" }}', '2026-06-01T10:00:00Z', '01.06.2026 12:00'],
    ['{{ d | date: "%d.%m. %H:%M", "America/New_York" }}', '2026-12-24', '24.12. 00:00'],
    ['{{ d | date: "%d.%m. %H:%M", "America/New_York" }}', '2026-12-24 18:30', '24.12. 18:30'],
    ['{{ d | date: "%Y", "Nowhere/Else" }}', 86_400, '1970'],
    ['{{ d | date: "%Y" }}', '+999999-01-01T00:00:00Z', '+999999-01-01T00:00:00Z'],
    ['{{ d | date: "%Y" }}', 1e20, '100000000000000000000'],
    ['{{ d | date: "%Y" }}', 'tomorrow', 'tomorrow'],
  ])('formats a date: %s of %s', (text, d, expected) => {
    expect(rendered(text, { d }, { mode: 'text' })).toBe(expected);
  });
});

describe('an attack with Liquid', () => {
  const l = Array.from({ length: 3_000 }, (_, i) => `item ${i}`);

  it.each([
    ['nested loops', '{% for a in l %}{% for b in l %}{% for c in l %}x{% endfor %}{% endfor %}{% endfor %}'],
    ['a huge range', '{% for i in (1..1000000000) %}{% endfor %}'],
    [
      'a text that doubles',
      '{% assign s = "xx" %}{% for a in l %}{% assign s = s | append: s %}{% endfor %}',
    ],
    [
      'a text that grows by replacing',
      `{% assign s = "${'a'.repeat(2_000)}" | replace: "a", "${'b'.repeat(2_000)}" %}`,
    ],
    ['a list that doubles', '{% for a in l %}{% assign l = l | concat: l %}{% endfor %}'],
    ['long fixed texts in a loop', `{% for a in l %}${'x'.repeat(10_000)}{% endfor %}`],
    [
      'the same long value many times',
      '{% capture s %}{% for a in l %}{{ a }}{% endfor %}{% endcapture %}{% for a in l %}{{ s }}{% endfor %}',
    ],
    ['a wide date', '{{ "now" | date: "%999999999Y" }}'],
    ['sorting in a loop', '{% for a in l %}{% assign s = l | sort %}{% endfor %}'],
    ['many dates', '{% for a in l %}{{ "now" | date: "%c" }}{% endfor %}'],
  ])('%s fails, and the message is not sent', (_, text) => {
    const template = compileLiquid(text, 'text');
    expect(() => template.render({ l })).toThrow(RenderFailure);
    expect(exceeds(template.parts)({ l })).toBe(true);
  });

  it.each([
    '{{ constructor }}{{ a.constructor }}{{ a.constructor.constructor }}{{ l.constructor.name }}{{ hasOwnProperty }}',
    '{{ __proto__ }}{{ a.__proto__ }}{{ l.__proto__.length }}{{ toString }}{{ a["__proto__"]["constructor"] }}',
    '{{ l | map: "constructor" }}{{ l | map: "__proto__" }}{{ l | where: "constructor" }}',
    '{% assign __proto__ = a %}{% assign constructor = "" %}{{ x }}',
  ])('reads nothing of a prototype: %s', (text) => {
    expect(rendered(text, { a: { x: 1 }, l: [{}, []] }, { mode: 'text' })).toBe('');
    expect(({} as Variables).x).toBeUndefined();
  });

  it.each([
    ['{{ a | raw }}', 1, 1],
    ['\n\n  {{ a | unknown }}', 3, 3],
    ['x\n{% include "/etc/passwd" %}', 2, 1],
    ['{% render "x" %}', 1, 1],
    ['{% layout "x" %}', 1, 1],
    ['{% echo a %}', 1, 1],
    ['{% cycle a %}', 1, 1],
    ['{% tablerow a in l %}{% endtablerow %}', 1, 1],
    ['{% increment a %}', 1, 1],
    ['{% liquid\n echo a %}', 1, 1],
    ['{{ l | where_exp: "x", "x" }}', 1, 1],
    ['{% if a %}', 1, 1],
    ['{{ a b }}', 1, 1],
    ['{{ a', 1, 1],
    [`${'{% if a %}'.repeat(21)}${'{% endif %}'.repeat(21)}`, 1, 201],
  ])('%s is refused with its position', (text, line, column) => {
    const refused = (): unknown => compileLiquid(text, 'html');
    expect(refused).toThrow(LiquidProblem);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });
});

describe('the keys of a text in Liquid', () => {
  it('are the names of the data, even if a tag may set them', () => {
    const text =
      '{% for p in items %}{{ p.name }}{{ other }}{% endfor %}{% if x %}{% assign y = 1 %}{% endif %}{{ y }}{{ a.b.c }}{{ carillon.unsubscribeUrl }}';
    expect([...parseLiquid(text).keys].sort()).toEqual(['{a}', '{items}', '{other}', '{x}', '{y}']);
  });

  it('need a value outside of conditions on it', () => {
    const text =
      '{{ a }}{{ b | default: "x" }}{% if c.d %}{{ c.d }}{% endif %}{{ e.f }}{{ l | join }}{% for p in l %}{{ p.x }}{% endfor %}{{ l.size }}';
    expect(parseLiquid(text).needed).toEqual(['a', 'e.f']);
  });
});
