import { AppError, type Payload, newId } from '@carillon/contracts';
import { AccountService, aSender, aTwilioSender, code } from './account-service';

describe('the templates of a sender', () => {
  let service: AccountService;
  let userId: string;
  const asked: Payload<'whatsapp.content-templates'>[] = [];
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    asked.splice(0);
    service.contentTemplates = (request) => {
      asked.push(request);
      return Promise.resolve({ items: [], next: 'more' });
    };
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (sender = aTwilioSender(userId, 'WHATSAPP')) =>
    service.messenger.request('sender.create', sender);
  const page = (id: string, by = userId) =>
    service.messenger.request('sender.content-templates', { userId: by, id, after: 'here', limit: 7 });

  it('are requested from the WhatsApp worker with the credentials, one page at a time', async () => {
    const { id } = await create();
    expect(await page(id)).toEqual({ items: [], next: 'more' });
    const sender = await service.messenger.request('sender.open', { userId, id });
    expect(asked).toEqual([{ sender, after: 'here', limit: 7 }]);
  });

  it('exist only on WhatsApp, and only for the owner', async () => {
    for (const other of [aSender(userId), aTwilioSender(userId, 'SMS')]) {
      const { id } = await create(other);
      await expect(page(id)).rejects.toEqual(code('content_templates_unsupported'));
    }
    const { id } = await create();
    await expect(page(id, (await service.user()).id)).rejects.toEqual(code('sender_not_found'));
    await expect(page(newId())).rejects.toEqual(code('sender_not_found'));
    expect(asked).toEqual([]);
  });

  it('are missing for the reason that the worker gives', async () => {
    service.contentTemplates = () =>
      Promise.reject(new AppError('provider_failed', 'Authenticate', [], { reason: 'LOGIN_REFUSED' }));
    const { id } = await create();
    await expect(page(id)).rejects.toMatchObject({ code: 'provider_failed', detail: 'Authenticate' });
  });

  it('are read in at most three concurrent requests per user', async () => {
    const held = Promise.withResolvers<undefined>();
    service.contentTemplates = async () => {
      await held.promise;
      return { items: [], next: null };
    };
    const { id } = await create();
    const answers = Array.from({ length: 4 }, () => page(id).catch((error: unknown) => error));
    // One of them is refused while the others wait.
    expect(await Promise.race(answers)).toEqual(code('rate_limited'));
    held.resolve(undefined);
    await Promise.all(answers);
  });

  it('have statuses, at the given sender or the default one', async () => {
    const contentSids = ['order:en_US'];
    const questions: Payload<'whatsapp.content-template-statuses'>[] = [];
    service.contentTemplateStatuses = (question) => {
      questions.push(question);
      return Promise.resolve({ statuses: { 'order:en_US': 'PAUSED' } });
    };
    const statuses = (id: string | null, by = userId) =>
      service.messenger.request('sender.content-template-statuses', { userId: by, id, contentSids });
    await expect(statuses(null)).rejects.toEqual(code('content_templates_unsupported'));
    const { id } = await create();
    const { isOnly: _, ...another } = aTwilioSender(userId, 'WHATSAPP', { name: 'Another' });
    const { id: other } = await create(another);
    expect(await statuses(null)).toEqual({ statuses: { 'order:en_US': 'PAUSED' } });
    await statuses(other);
    expect(questions.map(({ sender, contentSids: named }) => [sender.id, named])).toEqual([
      [id, contentSids],
      [other, contentSids],
    ]);
    await expect(statuses(id, (await service.user()).id)).rejects.toEqual(code('sender_not_found'));
  });

  it('of a pool are those of its first sender, and need the approval at each of its senders', async () => {
    const { id: first } = await create();
    const { isOnly: _, ...another } = aTwilioSender(userId, 'WHATSAPP', { name: 'Another' });
    const { id: second } = await create(another);
    const { id: pool } = await create({
      ...another,
      ...{ id: newId(), provider: 'POOL', name: 'Both', sealed: {}, secrets: {} },
      settings: { strategy: 'ORDER', members: [{ senderId: first }, { senderId: second }] },
    });
    await page(pool);
    expect(asked.map(({ sender }) => sender.id)).toEqual([first]);
    const statuses = () =>
      service.messenger.request('sender.content-template-statuses', {
        ...{ userId, id: pool, contentSids: ['a', 'b', 'c'] },
      });
    service.contentTemplateStatuses = ({ sender }) =>
      Promise.resolve({
        statuses:
          sender.id === first
            ? { a: 'APPROVED', b: 'APPROVED', c: 'PAUSED' }
            : { a: 'APPROVED', b: 'MISSING' },
      });
    expect(await statuses()).toEqual({ statuses: { a: 'APPROVED', b: 'MISSING', c: 'PAUSED' } });
    service.contentTemplateStatuses = ({ sender }) =>
      sender.id === first
        ? Promise.reject(new AppError('provider_failed'))
        : Promise.resolve({ statuses: { a: 'APPROVED' } });
    expect(await statuses()).toEqual({ statuses: { a: 'APPROVED' } });
    service.contentTemplateStatuses = () => Promise.reject(new AppError('provider_failed'));
    await expect(statuses()).rejects.toEqual(code('provider_failed'));
  });
});
