import type { Schemas } from '@carillon/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useMay, useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { notify } from '../../../ui/action';
import { draftApi } from '../api/drafts';
import { emptyDraft } from './draft';
import { type Clock, DraftSaver, type DraftState } from './draft-saver';
import { OwnSaves } from './own-saves';
import { UnsavedDrafts } from './unsaved-drafts';

interface UseDraftOptions {
  /** The campaign to edit; null: a new campaign. */
  opened: Schemas['CampaignDetail'] | null;
  /** The group of a new campaign. */
  group: string | undefined;
  /** The day for which the campaign is meant. */
  day?: string | undefined;
  onCreated: (id: string) => void;
}

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A draft that is saved while it is edited. DraftSaver describes when. */
export function useDraft({
  opened,
  group,
  day,
  onCreated,
}: UseDraftOptions): DraftState &
  Pick<DraftSaver, 'change' | 'flush' | 'resolve' | 'startOver' | 'detachEmail' | 'state'> {
  const { client, principal } = useSession();
  const mayWrite = useMay('write');
  const texts = useTexts();
  const { campaignEditor } = useCampaignTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const api = useMemo(() => draftApi(client), [client]);
  const isShown = useRef(false);
  const onSaved = (saved: Schemas['CampaignDetail'], isFirst: boolean): void => {
    queries.setQueryData(['campaign', saved._id], saved);
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    if (!isFirst || !isShown.current) return;
    onCreated(saved._id);
    void navigate({
      to: '/campaigns/$campaignId',
      params: { campaignId: saved._id },
      // A reload keeps the day for which the campaign is meant.
      search: day === undefined ? {} : { day },
      replace: true,
    });
  };
  const onCopied = (): void => {
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    notify(texts, campaignEditor.copied);
  };
  const outcomes = useRef({ onSaved, onCopied });
  useEffect(() => {
    outcomes.current = { onSaved, onCopied };
  });
  const [saver] = useState(
    () =>
      new DraftSaver({
        ...{ opened, api, mayWrite, clock },
        blank: { ...emptyDraft, groups: group === undefined ? [] : [group] },
        unsaved: new UnsavedDrafts(sessionStorage, principal),
        ownSaves: new OwnSaves(localStorage),
        onSaved: (...saved) => outcomes.current.onSaved(...saved),
        onCopied: () => outcomes.current.onCopied(),
      }),
  );
  useEffect(() => saver.use({ api, mayWrite }), [saver, api, mayWrite]);
  useEffect(() => {
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') void saver.hide();
    };
    document.addEventListener('visibilitychange', onVisibility);
    isShown.current = true;
    saver.enter();
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      isShown.current = false;
      saver.leave();
    };
  }, [saver]);
  const { change, flush, resolve, startOver, detachEmail, state } = saver;
  const current = useSyncExternalStore(saver.subscribe, state);
  return { ...current, change, flush, resolve, startOver, detachEmail, state };
}
