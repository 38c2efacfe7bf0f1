import { withoutLiquid } from './without-liquid';

describe('a text without Liquid', () => {
  it.each([
    ['Hi {{ name }}', 'Hi {{name}}'],
    ['Hi {{- name | default: "you" -}} !', 'Hi {{name}} !'],
    ['{{ "}}" }}', '{{value}}'],
    ['<a href="{{ carillon.unsubscribeUrl }}">', '<a href="{{carillon.unsubscribeUrl}}">'],
    ['{% if a %}A{% else %}B{% endif %}', 'AB'],
    ['{% capture x %}hidden{% endcapture %}shown', 'shown'],
  ])('has the outputs and all branches of %s', (text, expected) => {
    expect(withoutLiquid(text)).toBe(expected);
  });

  it('has the same lines', () => {
    const text =
      '1\n{% comment %}\n{{ a }}\n{% endcomment %}\n{% capture x %}\n{% endcapture %}\n{{\na\n}}\nlast';
    expect(withoutLiquid(text).split('\n')).toHaveLength(text.split('\n').length);
  });
});
