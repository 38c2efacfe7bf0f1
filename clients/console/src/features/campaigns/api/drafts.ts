import { type Carillon, CarillonError, type Schemas } from '@carillon/sdk';

type Campaign = Schemas['CampaignDetail'];

/** The requests of the editor. */
export function draftApi(client: Carillon) {
  return {
    create: (body: Schemas['CreateDraft'], idempotencyKey?: string): Promise<{ _id: string }> =>
      client.post('/campaigns/drafts', { body, idempotencyKey }),
    read: (id: string): Promise<Campaign> => client.get('/campaigns/{id}', { path: { id } }),
    /** @returns null if the stored version is newer than `ifUpdatedAt` */
    update: async (id: string, body: Schemas['UpdateCampaign']): Promise<Campaign | null> => {
      try {
        return await client.patch('/campaigns/{id}', { path: { id }, body });
      } catch (error) {
        if (error instanceof CarillonError && error.code === 'campaign_changed') return null;
        throw error;
      }
    },
    isTemporary: (error: unknown): boolean => error instanceof CarillonError && error.isTemporary,
  };
}
