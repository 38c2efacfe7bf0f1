import { Button, Group, Paper, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch, IconSend, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type CampaignFilter, campaignStatuses, useCampaigns } from '../api/campaigns';
import { useTags } from '../api/organize';
import { useSavedFilters } from '../api/saved-filters';
import { useApprovalSetting } from '../../approvals';
import { useGroups } from '../../people';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPageError, nextPageOf } from '../../../ui/paged';
import { PendingApprovals } from '../components/pending-approvals';
import { CampaignTable } from '../components/lazy-campaign-table';
import { SavedFilters } from '../components/lazy-saved-filters';
import { TagFilter } from '../components/lazy-tag-filter';
import { useHiddenCampaigns } from '../components/use-deletion';

const filters = ['ALL', ...campaignStatuses] as const;
/** A pause in typing before a search (milliseconds). */
const SEARCH_MS = 250;

export function CampaignsPage() {
  const texts = useTexts();
  const mayWrite = useMay('write');
  const filter = useSearch({ from: '/campaigns' });
  const campaigns = useCampaigns(filter);
  const hidden = useHiddenCampaigns();
  const found = useMemo(
    () => campaigns.data?.pages.flatMap(({ items }) => items).filter(({ _id }) => !hidden.has(_id)) ?? [],
    [campaigns.data, hidden],
  );
  const isFiltered = isLimiting(filter);

  return (
    <>
      <PageHead title={texts.campaigns.title}>
        {mayWrite && (
          <Button component={Link} to="/campaigns/new" leftSection={<IconPlus size={16} />}>
            {texts.campaigns.new}
          </Button>
        )}
      </PageHead>
      {!isFiltered && campaigns.data && found.length === 0 ? (
        <NoCampaigns />
      ) : (
        <Stack gap="md">
          <PendingApprovals />
          <Filters filter={filter} />
          {campaigns.isPending ? (
            <Loading />
          ) : campaigns.isLoadingError ? (
            <ErrorNote error={campaigns.error} retry={() => void campaigns.refetch()} />
          ) : found.length === 0 ? (
            <Paper className="pane">
              <Group justify="space-between">
                <Text c="dimmed">{texts.campaigns.noMatch}</Text>
                <Button component={Link} to="/campaigns" variant="default" size="xs">
                  {texts.campaignList.showAll}
                </Button>
              </Group>
            </Paper>
          ) : (
            <Suspense fallback={<Loading />}>
              <CampaignTable
                campaigns={found}
                onEnd={nextPageOf(campaigns)}
                isArchive={filter.isArchived === true}
              />
            </Suspense>
          )}
          <NextPageError list={campaigns} />
          <Text size="sm" c="dimmed" role="status">
            {campaigns.data &&
              !campaigns.isPlaceholderData &&
              `${texts.campaigns.shown(found.length)}${campaigns.hasNextPage ? ' …' : ''}`}
          </Text>
        </Stack>
      )}
    </>
  );
}

/** The search is in the URL of the page, so that links keep it. */
function Filters({ filter }: { filter: CampaignFilter }) {
  const texts = useTexts();
  const navigate = useNavigate({ from: '/campaigns' });
  const [entered, setEntered] = useState(filter.search ?? '');
  const searched = useRef(filter.search ?? '');
  const search = useDebouncedCallback((typed: string) => {
    searched.current = typed.trim();
    const text = searched.current === '' ? undefined : searched.current;
    void navigate({ search: (before) => ({ ...before, search: text }), replace: true });
  }, SEARCH_MS);
  useEffect(() => {
    // A back navigation or a link has changed the URL. Text that is being typed stays.
    if ((filter.search ?? '') === searched.current) return;
    searched.current = filter.search ?? '';
    setEntered(searched.current);
  }, [filter.search]);
  return (
    <Group gap="sm">
      <TextInput
        aria-label={texts.campaigns.search}
        placeholder={texts.campaigns.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={entered}
        maxLength={100}
        onChange={(event) => {
          setEntered(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        w={{ base: '100%', sm: 260 }}
        type="search"
      />
      <div style={{ overflowX: 'auto', maxWidth: '100%' }}>
        <SegmentedControl
          aria-label={texts.campaigns.filter}
          value={filter.status ?? 'ALL'}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, status: value === 'ALL' ? undefined : value }),
              replace: true,
            })
          }
          data={filters.map((value) => ({
            value,
            label: value === 'ALL' ? texts.campaigns.all : texts.status[value],
          }))}
        />
      </div>
      <Tags tag={filter.tag} />
      <ApprovalFilter approval={filter.approval} />
      <Switch
        label={texts.archive.show}
        checked={filter.isArchived === true}
        onChange={({ currentTarget: { checked } }) =>
          void navigate({
            search: (before) => ({ ...before, isArchived: checked ? true : undefined }),
            replace: true,
          })
        }
      />
      <Saved filter={filter} />
    </Group>
  );
}

/** Without saved filters and without a filter to save, there is nothing to choose. */
function Saved({ filter }: { filter: CampaignFilter }) {
  const mayWrite = useMay('write');
  const saved = useSavedFilters().data;
  if (!saved || (saved.length === 0 && !(mayWrite && isLimiting(filter)))) return null;
  return (
    <Suspense>
      <SavedFilters saved={saved} filter={filter} />
    </Suspense>
  );
}

function isLimiting(filter: CampaignFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Only for accounts that require approvals. */
function ApprovalFilter({ approval }: Pick<CampaignFilter, 'approval'>) {
  const texts = useTexts();
  const navigate = useNavigate({ from: '/campaigns' });
  const { data: setting } = useApprovalSetting();
  if (!approval && setting?.required !== true) return null;
  return (
    <Switch
      label={texts.approval.states[approval ?? 'PENDING']}
      checked={approval !== undefined}
      onChange={({ currentTarget: { checked } }) =>
        void navigate({
          search: (before) => ({ ...before, approval: checked ? 'PENDING' : undefined }),
          replace: true,
        })
      }
    />
  );
}

/** Without tags, there is nothing to choose. */
function Tags({ tag }: { tag: string | undefined }) {
  const names = useTags().data?.tags.map(({ name }) => name) ?? [];
  if (names.length === 0 && tag === undefined) return null;
  return (
    <Suspense>
      <TagFilter tag={tag} names={names} />
    </Suspense>
  );
}

function NoCampaigns() {
  const texts = useTexts();
  const mayWrite = useMay('write');
  const groups = useGroups();
  const hasGroups = (groups.data?.length ?? 0) > 0;
  return (
    <Empty
      icon={<IconSend size={44} stroke={1.4} />}
      title={texts.campaigns.emptyTitle}
      action={
        !mayWrite ? undefined : hasGroups ? (
          <Group gap="sm" justify="center">
            <Button component={Link} to="/campaigns/new" leftSection={<IconPlus size={16} />}>
              {texts.campaigns.new}
            </Button>
            <Button component={Link} to="/people" variant="default" leftSection={<IconUsers size={16} />}>
              {texts.campaigns.addPeople}
            </Button>
          </Group>
        ) : (
          <Button component={Link} to="/people" leftSection={<IconUsers size={16} />}>
            {texts.campaigns.addPeople}
          </Button>
        )
      }
    >
      {texts.campaigns.emptyText}{' '}
      {!mayWrite ? texts.identity.mayOnlyRead : !hasGroups && texts.campaigns.emptyNoGroups}
    </Empty>
  );
}
