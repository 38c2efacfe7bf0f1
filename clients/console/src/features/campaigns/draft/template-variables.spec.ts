import { variablesFor } from './template-variables';

describe('the variables of a WhatsApp template', () => {
  it('come from its text and from its sample values, in numeric order', () => {
    const template = { body: '{{10}} {{ 2 }} {{2}} {{name}}', variables: { 1: 'Ada' } };
    expect(variablesFor(template, []).map(([name]) => name)).toEqual(['1', '2', '10', 'name']);
  });

  it('keep the values of the same names', () => {
    const template = { body: 'Hello {{1}}', variables: { 1: 'Ada', 2: 'Bea' } };
    expect(
      variablesFor(template, [
        ['2', '{{city}}'],
        ['3', 'lost'],
      ]),
    ).toEqual([
      ['1', ''],
      ['2', '{{city}}'],
    ]);
  });

  it('stay as they are if the template is unknown', () => {
    expect(variablesFor(undefined, [['x', 'y']])).toEqual([['x', 'y']]);
  });

  it('are absent from a template without a text', () => {
    expect(variablesFor({ body: null, variables: {} }, [['1', 'y']])).toEqual([]);
  });
});
