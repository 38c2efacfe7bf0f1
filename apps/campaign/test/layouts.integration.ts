import { type EmailDesign, type Payload, type WrittenDesign, contentOf, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing';
import { CampaignService } from './campaign-service';

let service: CampaignService;
beforeAll(async () => {
  service = await CampaignService.start();
});
afterAll(() => service.stop());

type Create = Payload<'template.create'>;
type Blocks = EmailDesign['blocks'];
const text = (html: string): Blocks[number] => ({ type: 'text', html });
const slot: Blocks[number] = { type: 'slot' };
const source = (design: WrittenDesign) => ({ kind: 'design', design }) as const;
const around = (header: string): WrittenDesign => ({
  style: { surface: '#fff7ed' },
  blocks: [text(header), slot, text('<p>Imprint</p>')],
});
const create = (userId: string, design: WrittenDesign, changes: Partial<Create> = {}) =>
  service.messenger.request('template.create', {
    ...{ id: newId(), userId, by: someone, kind: 'LAYOUT', name: 'Company frame' },
    ...{ content: contentOf({}), emailSource: source(design), ...changes },
  });
const change = (userId: string, id: string, design: WrittenDesign) =>
  service.messenger.request('template.update', {
    ...{ userId, id, by: someone, content: {}, emailSource: source(design) },
  });
const remove = (userId: string, id: string) =>
  service.messenger.request('template.delete', { userId, id, by: someone });
const draft = (userId: string, design: WrittenDesign) =>
  service.createDraft({ userId, emailSource: source(design) });
const edit = (userId: string, id: string, changes: Partial<Payload<'campaign.update'>>) =>
  service.messenger.request('campaign.update', { userId, id, content: {}, ...changes });
const ownBlocks = [text('<p>News</p>')];
/** The texts of the email, in their order. */
const textsOf = (html: string | null) => html?.match(/Spring|Summer|News|Nachrichten|Imprint/g);
const refusal = (code: string, field: string) =>
  expect.objectContaining({ code, fields: [expect.objectContaining({ field })] }) as object;
/** A layout, and its copy in an email. */
const aLayout = async () => {
  const userId = newId();
  const { id } = await create(userId, around('<p>Spring</p>'));
  const copy = { id, version: 1, name: 'Company frame', ...around('<p>Spring</p>') };
  return { userId, id, copy };
};

describe('a layout', () => {
  it('is around the blocks of an email, with its style', async () => {
    const { userId, id, copy } = await aLayout();
    const { content, emailSource } = await draft(userId, {
      ...{ style: { surface: '#123456' }, blocks: ownBlocks, layout: { id } },
    });
    expect(textsOf(content.bodies.EMAIL)).toEqual(['Spring', 'News', 'Imprint']);
    expect(content.bodies.EMAIL).toContain('#fff7ed');
    expect(content.bodies.EMAIL).not.toContain('#123456');
    expect(emailSource).toEqual(source({ style: { surface: '#123456' }, blocks: ownBlocks, layout: copy }));
  });

  it('stays in its version until another one is chosen', async () => {
    const { userId, id, copy } = await aLayout();
    const { id: campaign, content } = await draft(userId, { blocks: ownBlocks, layout: { id } });
    await change(userId, id, around('<p>Summer</p>'));
    expect(await service.get(campaign, userId)).toMatchObject({ content });
    const kept = await edit(userId, campaign, {
      emailSource: source({ blocks: [...ownBlocks, ...ownBlocks], layout: copy }),
    });
    expect(textsOf(kept.content.bodies.EMAIL)).toEqual(['Spring', 'News', 'News', 'Imprint']);
    const updated = await edit(userId, campaign, {
      emailSource: source({ blocks: ownBlocks, layout: { id } }),
    });
    expect(textsOf(updated.content.bodies.EMAIL)).toEqual(['Summer', 'News', 'Imprint']);
    expect(updated.emailSource).toMatchObject({ design: { layout: { version: 2 } } });
    const back = await edit(userId, campaign, {
      emailSource: source({ blocks: ownBlocks, layout: { id, version: 1 } }),
    });
    expect(back.emailSource).toEqual(source({ blocks: ownBlocks, layout: copy }));
    const without = await edit(userId, campaign, { emailSource: source({ blocks: ownBlocks }) });
    expect(textsOf(without.content.bodies.EMAIL)).toEqual(['News']);
  });

  it('is what is stored in its version, whatever copy a request has', async () => {
    const { userId, copy } = await aLayout();
    const forged = { ...copy, blocks: [slot, text('<p>Summer</p>')] };
    const { emailSource } = await draft(userId, { blocks: ownBlocks, layout: forged });
    expect(emailSource).toEqual(source({ blocks: ownBlocks, layout: copy }));
  });

  it('stays in emails that have it when it is deleted or its version is no longer kept', async () => {
    const { userId, id, copy } = await aLayout();
    const { id: campaign, content } = await draft(userId, { blocks: ownBlocks, layout: { id } });
    for (let version = 2; version <= 22; version += 1) await change(userId, id, around('<p>Summer</p>'));
    const old = { blocks: ownBlocks, layout: { id, version: 1 } };
    await expect(draft(userId, old)).rejects.toEqual(
      refusal('layout_not_found', 'emailDesign.layout.version'),
    );
    const more = source({ blocks: [...ownBlocks, ...ownBlocks], layout: copy });
    const pruned = await edit(userId, campaign, { emailSource: more });
    expect(textsOf(pruned.content.bodies.EMAIL)).toEqual(['Spring', 'News', 'News', 'Imprint']);

    await remove(userId, id);
    expect(await service.get(campaign, userId)).toMatchObject({ content: pruned.content });
    const edited = await edit(userId, campaign, { emailSource: source({ blocks: ownBlocks, layout: copy }) });
    expect(edited.content).toEqual(content);
    const saved = await create(userId, { blocks: ownBlocks, layout: copy }, { kind: 'CAMPAIGN' });
    expect(saved.content).toEqual(content);
    await expect(draft(userId, { blocks: ownBlocks, layout: { id } })).rejects.toEqual(
      refusal('layout_not_found', 'emailDesign.layout.id'),
    );
    const broken = { ...copy, blocks: ownBlocks };
    await expect(draft(userId, { blocks: ownBlocks, layout: broken })).rejects.toEqual(
      refusal('validation_failed', 'emailDesign.layout.blocks'),
    );
  });

  it('can be another one in a translation, and moves with duplicates and templates', async () => {
    const { userId, id, copy } = await aLayout();
    const { id: german } = await create(userId, around('<p>Summer</p>'), { name: 'German' });
    const { id: campaign } = await draft(userId, { blocks: ownBlocks, layout: { id } });
    const design = { blocks: [text('<p>Nachrichten</p>')], layout: { id: german } };
    const { content } = await edit(userId, campaign, {
      content: { translations: { de: { emailSource: source(design) } } },
    });
    expect(textsOf(content.translations?.de?.bodies.EMAIL ?? null)).toEqual([
      'Summer',
      'Nachrichten',
      'Imprint',
    ]);
    const copied = await service.messenger.request('campaign.duplicate', {
      ...{ userId, id: campaign, copyId: newId() },
    });
    expect(copied).toMatchObject({ content, emailSource: source({ blocks: ownBlocks, layout: copy }) });
    const unknown = {
      content: { translations: { fr: { emailSource: source({ ...design, layout: { id: newId() } }) } } },
    };
    await expect(edit(userId, campaign, unknown)).rejects.toEqual(
      refusal('layout_not_found', 'translations.fr.emailDesign.layout.id'),
    );
  });

  it('belongs to its account, and is listed by its kind', async () => {
    const { userId, id } = await aLayout();
    const list = await service.messenger.request('template.list', {
      ...{ userId, kind: 'LAYOUT', after: null, limit: 10 },
    });
    expect(list.items.map((each) => each.id)).toEqual([id]);
    await expect(draft(newId(), { blocks: ownBlocks, layout: { id } })).rejects.toEqual(
      refusal('layout_not_found', 'emailDesign.layout.id'),
    );
    const { id: blocks } = await create(userId, { blocks: ownBlocks }, { kind: 'BLOCKS' });
    await expect(draft(userId, { blocks: ownBlocks, layout: { id: blocks } })).rejects.toEqual(
      refusal('layout_not_found', 'emailDesign.layout.id'),
    );
  });

  it('has exactly one slot and no layout, and other designs have no slot', async () => {
    const { userId, id } = await aLayout();
    const wrong = (field: string) => refusal('validation_failed', field);
    await expect(create(userId, { blocks: ownBlocks })).rejects.toEqual(wrong('emailDesign.blocks'));
    await expect(create(userId, { blocks: [slot, slot] })).rejects.toEqual(wrong('emailDesign.blocks'));
    await expect(change(userId, id, { blocks: ownBlocks })).rejects.toEqual(wrong('emailDesign.blocks'));
    const nested = { blocks: [slot], layout: { id } };
    await expect(create(userId, nested)).rejects.toEqual(wrong('emailDesign.layout'));
    const withSlot = { blocks: [...ownBlocks, slot] };
    const misplaced = wrong('emailDesign.blocks.1');
    await expect(draft(userId, withSlot)).rejects.toEqual(misplaced);
    for (const kind of ['CAMPAIGN', 'BLOCKS'] as const)
      await expect(create(userId, withSlot, { kind })).rejects.toEqual(misplaced);
    await expect(create(userId, { blocks: ownBlocks, layout: { id } }, { kind: 'BLOCKS' })).rejects.toEqual(
      wrong('emailDesign.layout'),
    );
    const mjml = { kind: 'mjml', mjml: '<mjml><mj-body></mj-body></mjml>' } as const;
    await expect(create(userId, { blocks: [] }, { emailSource: mjml })).rejects.toEqual(wrong('emailDesign'));
    const sms = contentOf({ bodies: { SMS: 'Hello' } });
    await expect(create(userId, around('Hi'), { content: sms })).rejects.toEqual(wrong(''));
  });

  it('counts toward the length of a design', async () => {
    const userId = newId();
    const long = Array.from({ length: 15 }, () => text('x'.repeat(15_000)));
    const { id } = await create(userId, { blocks: [...long, slot] });
    await expect(draft(userId, { blocks: long, layout: { id } })).rejects.toEqual(
      refusal('validation_failed', 'emailDesign'),
    );
  });
});
