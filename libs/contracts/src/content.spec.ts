import { changedContent, contentOf, emptyContent, engineOf, textsIn } from './content';

const bodies = { EMAIL: '<p>Hi</p>', SMS: 'Hi' };

describe('a content in Liquid', () => {
  it('has no texts for processes that do not know Liquid', () => {
    const content = contentOf({ engine: 'liquid', subject: 'Hi', preheader: 'There', bodies });
    expect({ ...content, liquid: undefined }).toEqual({ ...emptyContent, liquid: undefined });
    expect(textsIn(content)).toMatchObject({ subject: 'Hi', preheader: 'There', bodies });
  });

  it('keeps its texts and its engine when it is changed', () => {
    const simple = contentOf({ subject: 'Hi', bodies, fromName: 'Ann' });
    const liquid = changedContent(simple, { engine: 'liquid', preheader: 'New' });
    expect(engineOf(liquid)).toBe('liquid');
    expect(textsIn(liquid)).toMatchObject({ subject: 'Hi', preheader: 'New', bodies });
    const changed = changedContent(liquid, { bodies: { SMS: null }, fromName: 'Bea' });
    expect(textsIn(changed).bodies).toMatchObject({ EMAIL: '<p>Hi</p>', SMS: null });
    expect(changedContent(changed, { engine: 'simple' })).toEqual(
      contentOf({ subject: 'Hi', preheader: 'New', bodies: { EMAIL: '<p>Hi</p>' }, fromName: 'Bea' }),
    );
  });
});
