import { type Json, call, data, text, until } from '../dev/driver/api';
import { newGroup, subscribe, subscribeTo, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { newNumber, newPhoneUser } from '../dev/driver/phones';

/** Links to the counters and for unsubscribing differ for each delivery. */
const alike = (shown: unknown): string =>
  String(shown)
    .replaceAll(/\/u\/[\w.-]+/g, '/u/…')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('a campaign in Liquid', () => {
  it('arrives on three channels as previewed, with the conditions and loops of each recipient', async () => {
    const user = await newPhoneUser();
    const group = await newGroup(user);
    const [mail, chat, phone] = [`${unique('ada')}@example.com`, newNumber(), newNumber()];
    const items = [
      { name: 'Tea & cake', price: 4.5 },
      { name: 'Coffee', price: 3 },
    ];
    const subscriberId = await subscribe(user, group, mail, { name: 'Ada', vip: true, items });
    await subscribeTo('whatsapp', user, group, chat, { name: 'Grace' });
    await subscribeTo('sms', user, group, phone, { items });
    const draft = {
      name: unique('Liquid'),
      engine: 'liquid',
      groups: [group.id],
      subject: '{{ name | upcase }}: {{ items.size }} items',
      emailMessage:
        '<html><body><p>Dear {{ name | default: "friend" }}</p>{% if vip %}<p>Free shipping</p>{% endif %}<ul>{% for i in items %}<li><a href="https://shop.example/?q={{ i.name }}">{{ i.name }}</a> {{ i.price | times: 2 }}</li>{% endfor %}</ul></body></html>',
      whatsappMessage: '{% unless vip %}Hello *{{ name }}*{% endunless %}',
      smsMessage: '{% for i in items %}{{ i.name }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
    };
    const wrong = await call(
      'POST',
      '/campaigns/drafts',
      { ...draft, smsMessage: 'a\n{{ b | raw }}' },
      user.key,
    );
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { errors: [{ field: 'smsMessage', code: 'invalid_template', line: 2, column: 1 }] },
    ]);
    const id = text(await data('POST', '/campaigns/drafts', draft, user.key), 'createDraft', '_id');
    const { campaign } = await data('GET', `/campaigns/${id}`, undefined, user.key);
    const { emailMessage: message, ...others } = draft;
    expect(campaign).toMatchObject({ ...others, message });
    const preview = async (of: object): Promise<Json> =>
      (await data('POST', `/campaigns/${id}/preview`, of, user.key)).previewCampaign as Json;
    const shown = (await preview({ subscriberId })).EMAIL as Json;
    await data('POST', '/campaigns/publish', { campaignId: id }, user.key);
    const arrived = (address: string): Promise<Json> =>
      until(`the message to ${address}`, 60, async () => (await inboxOf(address))[0] ?? null);
    const email = await arrived(mail);
    expect(email.subject).toBe('ADA: 2 items');
    expect(email.html).toContain('<p>Free shipping</p><ul><li><a href="');
    expect(email.html).toContain('Tea &amp; cake</a> 9</li>');
    expect([email.subject, alike(email.html), alike(email.text)]).toEqual([
      shown.subject,
      alike(shown.html),
      alike(shown.text),
    ]);
    expect(await arrived(chat)).toMatchObject({ text: 'Hello *Grace*' });
    expect(await arrived(phone)).toMatchObject({ text: 'Tea & cake, Coffee' });
  });
});
