import { ProblemsInTexts, compileSource, sentContent } from '@carillon/content';
import { contentOf } from '@carillon/contracts';
import { aSender, at, campaignId, raw, read } from '../../test/composing';
import { composeMail } from './compose-mail';

const html =
  '<p>Hello {{ name | default: "you" }}</p>{% for item in items %}<a href="https://shop.example/{{ item }}">{{ item }}</a>{% endfor %}';

function composed(source = html) {
  const email = compileSource({ html: source, preheader: null, texts: [] });
  if (email === null) throw new Error('There is no email');
  const written = contentOf({ engine: 'liquid', bodies: { EMAIL: source } });
  const content = sentContent({ name: 'For {{ name }}', content: written });
  return composeMail({ campaignId, content, email, watermark: false }, aSender(), () => 'https://u.example/');
}

describe('an email in Liquid', () => {
  it('has the values of each recipient, and the unsubscribe link', async () => {
    const compose = composed();
    for (const [name, items] of [
      ['Ann', ['a b', 'c']],
      ['Böb <b>', []],
    ] as const) {
      const { subject, text, html: shown } = await read(raw(compose, { name, items }));
      expect(subject).toBe(`For ${name}`);
      expect(text).toContain(`Hello ${name}`);
      expect(text).toContain('Unsubscribe: https://u.example/');
      expect(shown).toContain(
        items.length > 0 ? 'href="https://shop.example/a%20b">a b</a>' : '&lt;b&gt;</p>',
      );
    }
  });

  it('is not sent to a recipient whose values take too long or are too long', () => {
    const compose = composed(
      `${html}{% for a in items %}{% for b in items %}{% for c in items %}x{% endfor %}{% endfor %}{% endfor %}`,
    );
    const variables = { name: 'Ann', items: Array.from({ length: 100 }, () => 'x') };
    expect(compose({ address: 'ann@example.org', variables }, at)).toBe('MESSAGE_TOO_BIG');
    expect(composed()({ address: 'ann@example.org', variables: { name: 'x'.repeat(999_990) } }, at)).toBe(
      'MESSAGE_TOO_BIG',
    );
  });

  it('is refused before it is stored if it has errors', () => {
    expect(() => composed('{{ name | unknown }}')).toThrow(ProblemsInTexts);
  });
});
