import { sentContent } from '@carillon/content';
import { type Engine, contentOf } from '@carillon/contracts';
import { compileText } from './compile-text';

const compiled = (engine: Engine, SMS: string) =>
  compileText(sentContent({ name: 'x', content: contentOf({ engine, bodies: { SMS } }) }));

describe('the text of an SMS', () => {
  it('is rendered in the language of its content', () => {
    const SMS = '{% if vip %}Hi {{ name }}{% endif %}';
    const rendered = (engine: Engine) => compiled(engine, SMS)({ name: 'Ann', vip: true });
    expect(rendered('liquid')).toBe('Hi Ann');
    expect(rendered('simple')).toBe('{% if vip %}Hi Ann{% endif %}');
  });

  it('fails if it takes too long, or is empty', () => {
    const SMS = '{% for a in l %}{% for b in l %}{% for c in l %}{% endfor %}{% endfor %}{% endfor %}';
    const render = compiled('liquid', SMS);
    expect(render({ l: Array.from({ length: 100 }, () => 1) })).toMatchObject({ reason: 'MESSAGE_TOO_LONG' });
    expect(render({ l: [] })).toMatchObject({ reason: 'EMPTY_MESSAGE' });
  });
});
