import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { atMost } from '../../../ui/at-most';
import { usePages, useWholeList } from '../../../ui/paged';

export type Template = Schemas['Template'];

/** The number of templates in a page of the list. */
const PAGE = 50;
const CHANGES = ['templates'];
/** The longest name that the API accepts (characters). */
export const MAX_NAME = 255;

/** The templates of the account, newest first. */
export function useTemplates(search: string, kind: Template['kind'] = 'CAMPAIGN') {
  const { client } = useSession();
  return usePages(['templates', kind, search], (cursor, signal) => {
    const query = { kind, limit: PAGE, cursor, ...(search !== '' && { search }) };
    return client.page('/templates', { query, signal });
  });
}

/** All layouts of the account. */
export function useLayouts() {
  const { client } = useSession();
  return useWholeList(['templates', 'layouts'], (signal) =>
    client.list('/templates', { query: { kind: 'LAYOUT' }, signal }),
  );
}

/** A template with its messages. @param id null: none */
export function useTemplate(id: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['templates', 'one', id],
    queryFn: ({ signal }) =>
      client.get('/templates/{templateId}', { path: { templateId: id ?? '' }, signal }),
    enabled: id !== null,
    // It may have been changed on another page or by someone else.
    staleTime: 0,
  });
}

type Messages = Omit<Schemas['CreateTemplate'], 'name' | 'kind'>;
/** The messages of a campaign, as fields of a template. */
export type MessagesOf = (campaign: Schemas['CampaignDetail']) => Messages;

interface NewTemplate {
  campaignId: string;
  messagesOf: MessagesOf;
  name: string;
  /** The template that is replaced. Null: none. */
  replaces: string | null;
}

/** Saves the messages of a campaign as a new template, or in place of those of another template. */
export const useSaveTemplate = apiAction(
  async (client, { campaignId, messagesOf, name, replaces: templateId }: NewTemplate) => {
    const campaign = await client.get('/campaigns/{id}', { path: { id: campaignId } });
    const body = { name, ...messagesOf(campaign) };
    if (templateId === null) return client.post('/templates', { body });
    const path = { templateId };
    const { translations } = await client.get('/templates/{templateId}', { path });
    const replaced = Object.fromEntries(Object.keys(translations).map((tag) => [tag, null]));
    return client.patch('/templates/{templateId}', {
      path,
      body: { ...body, translations: { ...replaced, ...body.translations } },
    });
  },
  CHANGES,
);

/** Saves blocks of an email. */
export const useSaveBlocks = apiAction(
  (client, body: Pick<Schemas['CreateTemplate'], 'name' | 'engine' | 'emailDesign'>) =>
    client.post('/templates', { body: { ...body, kind: 'BLOCKS' } }),
  CHANGES,
);

/** Reads a template with its messages. */
export const useReadTemplate = apiAction((client, templateId: string) =>
  client.get('/templates/{templateId}', { path: { templateId } }),
);

interface SavedLayout {
  /** Null: a new layout. */
  saved: Pick<Template, '_id' | 'version'> | null;
  body: Pick<Schemas['TemplateDetail'], 'name' | 'engine'> & { emailDesign: Schemas['EmailDesign'] };
}

/** Saves a layout, unless someone else changed it in the meantime. */
export const useSaveLayout = apiAction((client, { saved, body }: SavedLayout) => {
  if (!saved) return client.post('/templates', { body: { ...body, kind: 'LAYOUT' } });
  const { _id: templateId, version: ifVersion } = saved;
  return client.patch('/templates/{templateId}', { path: { templateId }, body: { ...body, ifVersion } });
}, CHANGES);

export const useRenameTemplate = apiAction(
  (client, { templateId, name }: { templateId: string; name: string }) =>
    client.patch('/templates/{templateId}', { path: { templateId }, body: { name } }),
  CHANGES,
);

/** The earlier versions of a template, newest first (at most 20). */
export function useTemplateVersions({ _id: templateId, version }: Template) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['template-versions', templateId, version],
    queryFn: ({ signal }) => client.get('/templates/{templateId}/versions', { path: { templateId }, signal }),
  });
}

/** Templates are large, so only a few are read at the same time. */
const reading = atMost(4);

/** A version of a template with its messages, which don't change. */
export function useTemplateContent({ _id: templateId, version: current }: Template, version: number) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['template-content', templateId, version],
    queryFn: ({ signal }) =>
      reading(async () => {
        if (version === current) {
          const template = await client.get('/templates/{templateId}', { path: { templateId }, signal });
          // It may have changed after the list was read.
          if (template.version === version) return template;
        }
        const path = { templateId, version: String(version) };
        return client.get('/templates/{templateId}/versions/{version}', { path, signal });
      }, signal),
    staleTime: Infinity,
  });
}

interface Restored {
  templateId: string;
  version: number;
  ifVersion: number;
}

export const useRestoreTemplate = apiAction(
  (client, { templateId, version, ifVersion }: Restored) =>
    client.post('/templates/{templateId}/versions/{version}/restore', {
      path: { templateId, version: String(version) },
      body: { ifVersion },
    }),
  CHANGES,
);

export const useDeleteTemplate = apiAction(
  (client, templateId: string) => client.delete('/templates/{templateId}', { path: { templateId } }),
  CHANGES,
);

/** Creates a draft with a template. */
export const useDraftWithTemplate = apiAction(
  (client, templateId: string) => client.post('/templates/{templateId}/draft', { path: { templateId } }),
  ['campaigns'],
);
