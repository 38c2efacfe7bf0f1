import { readTemplateId, templateOf } from './template-message';
import { statusesIn, templatePage } from './templates';

/** The samples of https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview */
const positional = {
  id: '1',
  name: 'order_confirmation',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  rejected_reason: 'NONE',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['860198'] } },
    {
      type: 'BODY',
      text: 'Thank you, {{1}}! Your total is {{2}}.',
      example: { body_text: [['Pablo', '$34']] },
    },
    { type: 'FOOTER', text: 'Lucky Shrub' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Help' },
        {
          type: 'URL',
          text: 'Track',
          url: 'https://www.luckyshrub.com/orders/{{1}}',
          example: ['https://www.luckyshrub.com/orders/860198'],
        },
        { type: 'URL', text: 'Visit', url: 'https://www.luckyshrub.com/' },
      ],
    },
  ],
};
const named = {
  id: '2',
  name: 'sale',
  language: 'de',
  status: 'PAUSED',
  category: 'MARKETING',
  parameter_format: 'NAMED',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://scontent.whatsapp.net/x.png'] } },
    {
      type: 'BODY',
      text: 'Hallo {{first_name}}!',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
    },
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy', example: ['SALE25'] }] },
  ],
};

describe('a page of templates', () => {
  it('has the text, the variables of every part, and the buttons of each template', () => {
    const { items } = templatePage({ data: [positional, named] });
    expect(items).toEqual([
      {
        contentSid: 'order_confirmation:en_US',
        ...{ name: 'order_confirmation', language: 'en_US', status: 'APPROVED', rejectionReason: null },
        category: 'UTILITY',
        body: 'Order {{HEADER_1}}\nThank you, {{1}}! Your total is {{2}}.\nLucky Shrub',
        variables: { HEADER_1: '860198', 1: 'Pablo', 2: '$34', BUTTON_1: '860198' },
        buttons: ['Help', 'Track', 'Visit'],
        hasMedia: false,
      },
      {
        contentSid: 'sale:de',
        ...{ name: 'sale', language: 'de', status: 'PAUSED', rejectionReason: null, category: 'MARKETING' },
        body: 'Hallo {{first_name}}!',
        variables: { HEADER_IMAGE: '', first_name: 'Ada', COUPON_0: 'SALE25' },
        buttons: ['Copy'],
        hasMedia: true,
      },
    ]);
  });

  it('continues where Meta says so', () => {
    const cursors = { before: 'a', after: 'b' };
    expect(templatePage({ data: [], paging: { cursors, next: 'https://graph.facebook.com/x' } }).next).toBe(
      'b',
    );
    expect(templatePage({ data: [], paging: { cursors } }).next).toBeNull();
    expect(templatePage({ data: [] }).next).toBeNull();
  });

  it.each([
    ['IN_APPEAL', 'REJECTED'],
    ['PENDING_DELETION', 'DISABLED'],
    ['ARCHIVED', 'DISABLED'],
    ['LIMIT_EXCEEDED', 'REJECTED'],
    ['SOMETHING_NEW', 'UNSUBMITTED'],
  ])('shows the status %s as %s', (status, shown) => {
    expect(templatePage({ data: [{ ...named, status }] }).items).toMatchObject([{ status: shown }]);
  });

  it('leaves out templates that cannot be named, and never throws', () => {
    const data = [
      { ...named, name: 'Has Spaces' },
      null,
      7,
      {},
      { ...named, components: [null, { type: 7 }] },
    ];
    expect(templatePage({ data }).items).toMatchObject([
      { contentSid: 'sale:de', body: null, variables: {} },
    ]);
    expect(templatePage('<html>').items).toEqual([]);
  });
});

it('finds the status of each template and language', () => {
  expect([...statusesIn({ data: [positional, named] })]).toEqual([
    ['order_confirmation:en_US', 'APPROVED'],
    ['sale:de', 'PAUSED'],
  ]);
});

describe('a template message', () => {
  it('has its numbered variables in their order', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`${10 - at}`, `v${10 - at}`]),
    );
    expect(templateOf({ contentSid: 'order:en_US', variables })).toEqual({
      ...{ name: 'order', language: { code: 'en_US' } },
      components: [
        {
          type: 'body',
          parameters: Array.from({ length: 10 }, (_, at) => ({ type: 'text', text: `v${at + 1}` })),
        },
      ],
    });
  });

  it('has a parameter for the header, the named variables, and each button', () => {
    const variables = {
      ...{ first_name: 'Ada', HEADER_place: 'Oslo', BUTTON_1: 'spring?a=b', COUPON_2: 'SALE25' },
    };
    expect(templateOf({ contentSid: 'sale:de', variables })).toMatchObject({
      components: [
        { type: 'header', parameters: [{ type: 'text', parameter_name: 'place', text: 'Oslo' }] },
        { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ada' }] },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'spring?a=b' }] },
        {
          ...{ type: 'button', sub_type: 'copy_code', index: '2' },
          parameters: [{ type: 'coupon_code', coupon_code: 'SALE25' }],
        },
      ],
    });
  });

  it.each([
    ['HEADER_IMAGE', { type: 'image', image: { link: 'https://example.com/a%20b.pdf' } }],
    ['HEADER_VIDEO', { type: 'video', video: { link: 'https://example.com/a%20b.pdf' } }],
    [
      'HEADER_DOCUMENT',
      { type: 'document', document: { link: 'https://example.com/a%20b.pdf', filename: 'a b.pdf' } },
    ],
  ])('has the file of %s', (name, parameter) => {
    const variables = { [name]: 'https://example.com/a%20b.pdf' };
    expect(templateOf({ contentSid: 'sale:de', variables })).toEqual({
      ...{ name: 'sale', language: { code: 'de' } },
      components: [{ type: 'header', parameters: [parameter] }],
    });
  });

  it('has no components without variables', () => {
    expect(templateOf({ contentSid: 'sale:de', variables: {} })).toEqual({
      name: 'sale',
      language: { code: 'de' },
    });
  });
});

it.each([`HX${'0'.repeat(32)}`, 'sale', 'Sale:de', 'sale:DE', 'sale:de-DE', ':de', 'sale:', 'sale:de\n'])(
  'does not read %j as a template of Meta',
  (id) => {
    expect(readTemplateId(id)).toBeNull();
  },
);
