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

  it('excludes supported syntax and braces of CSS', () => {
    expect(
      foreignSyntax(['{{name}} {{name|friend}} {{a.b}} {{elsewhere}} .a{color:red}}', '100 % {x} <p>%</p>']),
    ).toEqual([]);
  });
});
