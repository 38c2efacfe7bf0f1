import { type Carillon, CarillonError, type Schemas } from '@carillon/sdk';
import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  MultiSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChartBar, IconSend, IconTestPipe } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCampaign } from '../api/campaigns';
import { useDeletedGroups, useGroups } from '../../people';
import { isSignedOut, useMay, useProfile, useSession } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { notify, useAction } from '../../../ui/action';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { StatusBadge, channels } from '../../../ui/states';
import { PauseButton, RowMenu } from '../components/campaign-actions';
import { Audience, useFields } from '../../audience';
import { PublishDialog } from '../components/publish-dialog';
import { TestDialog } from '../components/test-dialog';
import { Messages } from '../components/messages';
import {
  type Draft,
  type Part,
  bodyOf,
  draftOf,
  emptyDraft,
  isEmpty,
  missingFrom,
  titleOf,
  unsavable,
} from '../draft/draft';
import { exampleOf, fieldsOn } from '../../content';
import { isOwnSave, noteSave } from '../draft/saves';
import { SenderChoice } from '../components/sender-choice';

type Detail = Schemas['CampaignDetail'];

/** A pause in writing after which it is saved (milliseconds). */
const SAVE_MS = 1_200;
/** How many members of each group are read to find placeholders. */
const SAMPLE = 25;
const SAMPLED_GROUPS = 5;

export function CampaignPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const { group } = useSearch({ from: '/campaigns/$campaignId' });
  // A new campaign stays in the editor: the new URL doesn't remount the page.
  const [createdId, setCreatedId] = useState<string | null>(null);
  const isNew = campaignId === 'new' || campaignId === createdId;
  const campaign = useCampaign(isNew ? null : campaignId);
  const mayWrite = useMay('write');
  if (campaignId === 'new' && !mayWrite) return <MayNotWrite />;
  if (isNew) return <Editor key="new" opened={null} group={group} onCreated={setCreatedId} />;
  // Nothing that is being written goes because it could not be read once more.
  if (campaign.isLoadingError)
    return <ErrorNote error={campaign.error} retry={() => void campaign.refetch()} />;
  if (!campaign.data) return <Loading />;
  return <Editor key={campaignId} opened={campaign.data} onCreated={setCreatedId} />;
}

/** For people who followed a link to a new campaign. */
function MayNotWrite() {
  const texts = useTexts();
  return (
    <>
      <PageHead
        title={texts.campaign.newTitle}
        above={<WayBack to="/campaigns">{texts.campaigns.title}</WayBack>}
      />
      <Alert color="gray">{texts.identity.mayOnlyRead}</Alert>
    </>
  );
}

/** A pause after which a failed attempt to save is repeated (milliseconds). */
const SAVE_AGAIN_MS = 3_000;

/** Unsaved text stays in this tab for the person who typed it, whatever happens to the page. */
const keptUnder = (who: string, id: string | undefined): string => `carillon.draft.${who}.${id ?? 'new'}`;

interface Kept {
  draft: Draft;
  /** The `updatedAt` of the edited version; null: it was new. */
  base: string | null;
  /** When it was typed; absent: this is the stored version. */
  at?: string;
}

/** @param group the group of a new campaign */
function keptDraft(who: string, opened: Detail | null, group?: string): Kept {
  const base = opened?.updatedAt ?? null;
  const fresh = { ...emptyDraft, groups: group === undefined ? [] : [group] };
  const stored = { draft: opened === null ? fresh : draftOf(opened), base };
  if (opened !== null && opened.status !== 'DRAFT') return stored;
  const kept = sessionStorage.getItem(keptUnder(who, opened?._id));
  return kept === null ? stored : (JSON.parse(kept) as Kept);
}

/** If the tab has no storage left, it stays only in the page. */
function keep(who: string, id: string | undefined, kept: Kept): void {
  try {
    sessionStorage.setItem(keptUnder(who, id), JSON.stringify(kept));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}

function isSame(draft: Draft, saved: Detail): boolean {
  return JSON.stringify(bodyOf(draft)) === JSON.stringify(bodyOf(draftOf(saved)));
}

interface EditorProps {
  opened: Detail | null;
  group?: string | undefined;
  onCreated: (id: string) => void;
}

function Editor({ opened, group, onCreated }: EditorProps) {
  const texts = useTexts();
  const { client, who } = useSession();
  const { time } = useFormat();
  const profile = useProfile();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(opened);
  const [kept] = useState(() => keptDraft(who, opened, group));
  const [draft, setDraft] = useState(kept.draft);
  const [theirs, setTheirs] = useState(opened?.updatedAt === kept.base ? null : opened);
  const [dialog, setDialog] = useState<'publish' | 'test' | null>(null);
  const [isRestored, setRestored] = useState(opened === null && kept.at !== undefined);
  /** The person of the preview; undefined: none was chosen yet. */
  const [chosen, setChosen] = useState<Schemas['Subscriber'] | null | undefined>(undefined);
  const [mayWrite, maySend] = [useMay('write'), useMay('send')];
  const isDraft = saved === null || saved.status === 'DRAFT';
  const isOpen = isDraft && mayWrite;
  const isSaved = saved !== null && isSame(draft, saved);
  const isUntouched = saved === null && isEmpty(draft) && draft.groups.length === 0;
  const blocking = saved === null ? [] : unsavable(draft, draftOf(saved));
  const isSavable = blocking.length === 0;
  /** The attempted action, for which the page shows what is missing. A test needs no groups. */
  const [intended, setIntended] = useState<'publish' | 'test' | null>(null);
  const missingFor = (which: 'publish' | 'test') =>
    missingFrom(draft).filter((part) => which === 'publish' || part !== 'groups');
  const missing = intended === null ? [] : missingFor(intended);
  const groups = useGroups();
  const groupChoice = useGroupChoice(groups.data, draft.groups);

  const change = useCallback(
    (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    [],
  );

  /** The last attempt to save, and its client: after signing in again, it is retried. */
  const tried = useRef<{ draft: Draft; client: Carillon } | null>(null);
  /** The created campaign, which may not have been read since: it is edited from then on. */
  const createdId = useRef<string | null>(null);
  const { mutate, mutateAsync, error, isPending } = useAction({
    action: async (force: boolean): Promise<Detail | null> => {
      tried.current = { draft, client };
      const body = bodyOf(draft);
      if (saved === null) {
        const isNew = createdId.current === null;
        createdId.current ??= (await client.post('/campaigns/drafts', { body }))._id;
        const path = { id: createdId.current };
        const created = await client.get('/campaigns/{id}', { path });
        if (isNew || isSame(draft, created)) return created;
        return client.patch('/campaigns/{id}', { path, body: { ...body, ifUpdatedAt: created.updatedAt } });
      }
      const path = { id: saved._id };
      // The other version was shown and is to be replaced, or nobody has changed the edited one.
      const ifUpdatedAt = (force && theirs ? theirs : saved).updatedAt;
      try {
        return await client.patch('/campaigns/{id}', { path, body: { ...body, ifUpdatedAt } });
      } catch (refusal) {
        if (!(refusal instanceof CarillonError) || refusal.code !== 'campaign_changed') throw refusal;
      }
      const now = await client.get('/campaigns/{id}', { path });
      // An attempt that got no answer may have saved it.
      if (isSame(draft, now)) return now;
      setTheirs(now);
      return null;
    },
    changes: ['campaigns'],
    silent: true,
    done: (stored) => {
      if (!stored) return;
      sessionStorage.removeItem(keptUnder(who, saved?._id));
      noteSave(stored);
      setTheirs(null);
      setRestored(false);
      setSaved(stored);
      queries.setQueryData(['campaign', stored._id], stored);
      if (saved !== null) return;
      onCreated(stored._id);
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: stored._id }, replace: true });
    },
  });

  useEffect(() => {
    if (!isOpen || isSaved || theirs) return;
    // Without typed text, nothing is restored.
    if (saved === null && isEmpty(draft)) sessionStorage.removeItem(keptUnder(who, undefined));
    else {
      const at = new Date().toISOString();
      keep(who, saved?._id, { draft, base: saved?.updatedAt ?? null, at });
    }
  }, [draft, isOpen, isSaved, theirs, saved, who]);

  const [rested] = useDebouncedValue(draft, SAVE_MS);
  useEffect(() => {
    if (saved === null || !isOpen || isSaved || !isSavable || theirs || isPending) return;
    // A failed attempt is repeated after the next change, or where it may succeed by itself.
    const isTried = tried.current?.draft === draft && tried.current.client === client;
    if (rested === draft && !isTried) mutate(false);
  }, [rested, draft, saved, isOpen, isSaved, isSavable, theirs, isPending, mutate, client]);

  const isAway = saved !== null && !isSaved && !theirs && mayPass(error);
  useEffect(() => {
    if (!isAway || isPending || !isSavable) return undefined;
    const timer = setTimeout(() => mutate(false), SAVE_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isAway, isPending, isSavable, draft, mutate]);

  const takeOver = (other: Detail): void => {
    sessionStorage.removeItem(keptUnder(who, other._id));
    setSaved(other);
    setDraft(draftOf(other));
    setTheirs(null);
  };
  const copy = useAction({
    action: async (other: Detail) => {
      await client.post('/campaigns/drafts', { body: bodyOf(draft) });
      return other;
    },
    changes: ['campaigns'],
    silent: true,
    done: (other) => {
      notify(texts, texts.campaignEditor.copied);
      takeOver(other);
    },
  });
  const open = async (which: 'publish' | 'test'): Promise<void> => {
    setIntended(which);
    if (missingFor(which).length > 0) return;
    if (!isSaved && (await mutateAsync(false)) === null) return;
    setDialog(which);
  };
  const sample = useSample(draft.groups);
  const fields = useFields(isDraft ? saved : null);
  const person = chosen === undefined ? (sample[0] ?? null) : chosen;
  const startOver = (): void => {
    sessionStorage.removeItem(keptUnder(who, undefined));
    setDraft(keptDraft(who, null, group).draft);
    setRestored(false);
  };
  const known = useMemo(
    () => channels.flatMap((each) => fieldsOn(each, fields.data ?? null, sample)),
    [fields.data, sample],
  );
  const isUnnamedNew = saved === null && draft.name.trim() === '';
  const title = isUnnamedNew ? texts.campaign.newTitle : titleOf(draft.name, texts);
  return (
    <>
      <PageHead
        title={title}
        above={<WayBack to="/campaigns">{texts.campaigns.title}</WayBack>}
        beside={saved && <StatusBadge status={saved.status} />}
        below={
          isOpen && (
            <SavedSign
              saved={saved}
              isSaved={isSaved}
              isSaving={isPending && !isAway}
              isUntouched={isUntouched}
              blocking={blocking}
              isAway={isAway}
            />
          )
        }
      >
        {isOpen ? (
          <>
            {saved === null && (
              <Button
                variant="default"
                disabled={isUntouched}
                loading={isPending}
                onClick={() => mutate(false)}
              >
                {texts.campaign.saveDraft}
              </Button>
            )}
            {(maySend || profile !== null) && (
              <Button
                variant="default"
                leftSection={<IconTestPipe size={16} />}
                disabled={isPending || (!maySend && draft.emailMessage.trim() === '')}
                title={
                  maySend || draft.emailMessage.trim() !== '' ? undefined : texts.campaign.testNeedsEmail
                }
                onClick={() => void open('test').catch(() => undefined)}
              >
                {texts.campaign.test}
              </Button>
            )}
            {maySend ? (
              <Button
                leftSection={<IconSend size={16} />}
                disabled={isPending}
                onClick={() => void open('publish').catch(() => undefined)}
              >
                {texts.campaign.publish}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                {texts.identity.mayNotSend}
              </Text>
            )}
          </>
        ) : saved === null || saved.status === 'DRAFT' ? null : (
          <Button
            component={Link}
            to={`/campaigns/${saved._id}/report`}
            variant="default"
            leftSection={<IconChartBar size={16} />}
          >
            {texts.campaigns.report}
          </Button>
        )}
        {saved && <PauseButton campaign={saved} />}
        {saved && <RowMenu campaign={saved} />}
      </PageHead>
      <Stack gap="lg">
        {isRestored && kept.at !== undefined && (
          <Alert>
            <Group justify="space-between">
              <Text size="sm">{texts.campaign.restored(time(kept.at))}</Text>
              <Button variant="default" size="xs" onClick={startOver}>
                {texts.campaign.startOver}
              </Button>
            </Group>
          </Alert>
        )}
        {!isOpen && (
          <Alert color="gray">{mayWrite ? texts.campaign.notDraft : texts.identity.mayOnlyRead}</Alert>
        )}
        {isOpen && missing.length > 0 && <MissingParts of={missing} />}
        {error && !isAway && !isSignedOut(error) && <ErrorNote error={error} retry={() => mutate(false)} />}
        <Paper className="pane">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <TextInput
              id="campaign-name"
              label={texts.campaign.name}
              description={texts.campaign.nameHint(exampleOf(known, texts))}
              value={draft.name}
              maxLength={255}
              readOnly={!isOpen}
              required={isOpen}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <MultiSelect
              id="campaign-groups"
              filter={byFoldedLabel}
              label={texts.campaign.groups}
              description={texts.campaign.groupsHint}
              data={groupChoice}
              value={draft.groups}
              readOnly={!isOpen}
              searchable
              required={isOpen}
              placeholder={draft.groups.length === 0 ? texts.campaign.groupsNone : ''}
              nothingFoundMessage={texts.campaign.groupsEmpty}
              onChange={(chosen) => change({ groups: chosen })}
            />
          </SimpleGrid>
          <SenderChoice
            chosen={draft.senders}
            isReadOnly={!isOpen}
            onChange={(senders) => change({ senders })}
          />
        </Paper>
        {saved && isAhead(saved) && saved.groups.length > 0 && <Audience campaign={saved} />}
        <Messages
          draft={draft}
          saved={saved}
          isSaved={isSaved}
          isReadOnly={!isOpen}
          change={change}
          sample={sample}
          fields={fields.data ?? null}
          person={person}
          onPerson={setChosen}
        />
      </Stack>
      {dialog === 'publish' && saved && (
        <PublishDialog
          campaign={saved}
          person={person}
          fields={fields.data ?? null}
          onClose={() => setDialog(null)}
          onPublished={() =>
            void navigate({ to: '/campaigns/$campaignId/report', params: { campaignId: saved._id } })
          }
        />
      )}
      {dialog === 'test' && saved && (
        <TestDialog campaign={saved} person={person} onClose={() => setDialog(null)} />
      )}
      {theirs && (
        <Modal
          opened
          onClose={() => undefined}
          withCloseButton={false}
          title={isOwnSave(theirs) ? texts.campaign.conflictOwnTitle : texts.campaign.conflictTitle}
          size="lg"
        >
          <Stack>
            <Text size="sm">
              {isOwnSave(theirs) ? texts.campaignEditor.conflictOwnText : texts.campaignEditor.conflictText}
            </Text>
            {copy.error && <ErrorNote error={copy.error} />}
            <Group justify="flex-end">
              <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate(theirs)}>
                {texts.campaignEditor.keepBoth}
              </Button>
              <Button variant="default" onClick={() => takeOver(theirs)}>
                {isOwnSave(theirs) ? texts.campaign.takeOther : texts.campaign.takeTheirs}
              </Button>
              <Button onClick={() => mutate(true)}>{texts.campaign.keepMine}</Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  );
}

/** All groups, and selected ones that were deleted, because an ID alone says nothing. */
function useGroupChoice(
  groups: readonly Schemas['Group'][] | undefined,
  chosen: readonly string[],
): { value: string; label: string }[] {
  const { campaign } = useTexts();
  const present = (groups ?? []).map(({ _id: value, name: label }) => ({ value, label }));
  const gone = chosen.filter((id) => !present.some(({ value }) => value === id));
  const deleted = useDeletedGroups(groups !== undefined && gone.length > 0);
  const labelOf = (id: string): string => (deleted ? campaign.groupGone(deleted.get(id)) : '…');
  return [...present, ...gone.map((value) => ({ value, label: labelOf(value) }))];
}

/** The audience is shown before sending. Afterwards, the report shows the recipients. */
function isAhead({ status }: Detail): boolean {
  return status === 'DRAFT' || status === 'SCHEDULED';
}

interface SavedSignProps {
  saved: Detail | null;
  isSaved: boolean;
  isSaving: boolean;
  /** It is new, and nothing is typed or chosen. */
  isUntouched: boolean;
  /** The fields to complete before it can be saved. */
  blocking: Part[];
  isAway: boolean;
}

/** Where the parts of a campaign are on the page. */
const fieldOf: Record<Part, string> = {
  name: '#campaign-name',
  groups: '#campaign-groups',
  message: '#campaign-messages [role="tab"][aria-selected="true"]',
  replyTo: '#campaign-replyTo',
};

/** The fields to complete before it can be tested or sent, with links to them. */
function MissingParts({ of }: { of: readonly Part[] }) {
  const texts = useTexts();
  return (
    <Alert color="yellow" title={texts.campaignEditor.incompleteTitle}>
      <Group gap="md">
        {of.map((part) => (
          <Anchor
            key={part}
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => document.querySelector<HTMLElement>(fieldOf[part])?.focus()}
          >
            {texts.campaignEditor.addPart[part]}
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}

/** Whether it may be saved a moment later, as it is. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof CarillonError)) return false;
  return error.status === null || error.status === 429 || error.status >= 500;
}

function SavedSign({ saved, isSaved, isSaving, isUntouched, blocking, isAway }: SavedSignProps) {
  const texts = useTexts();
  const { clock } = useFormat();
  const words = isSaving
    ? texts.saving
    : isAway
      ? texts.campaignEditor.savedLater
      : isSaved && saved
        ? texts.campaign.savedAt(clock(saved.updatedAt))
        : saved === null
          ? !isUntouched && texts.campaignEditor.onlyInTab
          : blocking.length === 0
            ? texts.campaign.unsaved
            : texts.campaignEditor.cannotSave(blocking.map((part) => texts.campaignEditor.parts[part]));
  return (
    <Text size="sm" c="dimmed" role="status">
      {words}
    </Text>
  );
}

/** Some of the people of these groups, for placeholders and previews. */
function useSample(groups: readonly string[]): Schemas['Subscriber'][] {
  const { client } = useSession();
  const sample = useQuery({
    queryKey: ['sample', groups],
    queryFn: async ({ signal }) => {
      const asked = groups.slice(0, SAMPLED_GROUPS).map(async (groupId) => {
        try {
          return (await client.page('/subscribers', { query: { groupId, limit: SAMPLE }, signal })).items;
        } catch (error) {
          // The group may have been deleted. Saving the campaign reports it.
          if (error instanceof CarillonError && error.status === 404) return [];
          throw error;
        }
      });
      return (await Promise.all(asked)).flat();
    },
    enabled: groups.length > 0,
  });
  return useMemo(() => sample.data ?? [], [sample.data]);
}
