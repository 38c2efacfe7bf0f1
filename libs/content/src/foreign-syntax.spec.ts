import { foreignSyntax } from './foreign-syntax';

describe('the syntax of other template languages', () => {
  it('is reported as written, without duplicates', () => {
    const html =
      '<p>{{#if vip}}A{{else}}B{{/if}} {{ name | upcase }} {{ name | upcase }} {% if vip %} <%= name %> {{> part}}</p>';
    expect(foreignSyntax([html, '{{ x | default: "y" }}'])).toEqual([
      '{{#if vip}}',
      '{{else}}',
      '{{/if}}',
      '{{ name | upcase }}',
      '{% if vip %}',
      '<%= name %>',
      '{{> part}}',
      '{{ x | default: "y" }}',
    ]);
  });

  it.each(['*|FNAME|*', '*|LIST:NAME|*', '%%first_name%%', '%FIRSTNAME%', '%recipient.name%', '{$name}'])(
    'is recognized in placeholders of other products: %s',
    (tag) => expect(foreignSyntax([`<p>Hello ${tag}, 50 % off</p>`])).toEqual([tag]),
  );

  it.each([
    '50% A% B',
    '100%OFF% only',
    'width:50%;height:20%',
    '*|* {$5} %20A%20',
    'https://a.example/%C3%A4%C3%B6',
  ])('is not recognized in %s', (text) => expect(foreignSyntax([text])).toEqual([]));

  it('excludes supported syntax and braces of CSS', () => {
    expect(
      foreignSyntax(['{{name}} {{name|friend}} {{a.b}} {{elsewhere}} .a{color:red}}', '100 % {x} <p>%</p>']),
    ).toEqual([]);
  });
});
