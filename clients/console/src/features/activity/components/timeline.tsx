import type { Schemas } from '@carillon/sdk';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMay, useSession } from '../../../app/session/session';
import { useStatusReasonTexts } from '../../../texts/status-reasons';
import { useFormat } from '../../../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { nextPageOf } from '../../../ui/paged';
import { useActions, useComments } from '../api/activity';
import { useActivityTexts } from '../texts';
import { type Happening, timelineOf } from '../timeline';
import { TimeAgo } from './time-ago';

interface TimelineProps {
  campaign: Schemas['CampaignDetail'];
  onDelete: (comment: Schemas['Comment']) => void;
}

/** Comments and events, the newest at the bottom. */
export function Timeline({ campaign, onDelete }: TimelineProps) {
  const own = useActivityTexts();
  const comments = useComments(campaign._id);
  const actions = useActions(campaign._id);
  const [viewport, onScroll] = useEndInView(comments.data, actions.data);
  if (comments.isLoadingError)
    return <ErrorNote error={comments.error} retry={() => void comments.refetch()} />;
  if (!comments.data || actions.isPending) return <Loading lines={4} />;
  const partOf = <T,>({ data, hasNextPage }: { data: { pages: { items: T[] }[] }; hasNextPage: boolean }) => {
    return { items: data.pages.flatMap(({ items }) => items), hasMore: hasNextPage };
  };
  const { data: trail, hasNextPage } = actions;
  const written = partOf({ data: comments.data, hasNextPage: comments.hasNextPage });
  const happenings = timelineOf(campaign, {
    comments: written,
    actions: trail ? partOf({ data: trail, hasNextPage }) : null,
  });
  const isReading = comments.isFetchingNextPage || actions.isFetchingNextPage;
  const readEarlier = (): void => {
    nextPageOf(comments)?.();
    nextPageOf(actions)?.();
  };
  return (
    <Box
      ref={viewport}
      onScroll={onScroll}
      role="log"
      aria-label={own.title}
      tabIndex={0}
      style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}
    >
      <Stack gap="md">
        {actions.isLoadingError && <Alert color="orange">{own.incomplete}</Alert>}
        {(comments.hasNextPage || actions.hasNextPage) && (
          <Button variant="default" size="xs" loading={isReading} onClick={readEarlier}>
            {own.earlier}
          </Button>
        )}
        {happenings.map((each) =>
          each.kind === 'comment' ? (
            <CommentItem key={each.key} comment={each.comment} onDelete={onDelete} />
          ) : (
            <Event key={each.key} happening={each} />
          ),
        )}
        {written.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {own.none}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

/** Keeps the newest activity in view while the reader hasn't scrolled up. */
function useEndInView(...changes: unknown[]): [React.RefObject<HTMLDivElement | null>, () => void] {
  const viewport = useRef<HTMLDivElement | null>(null);
  const isAtEnd = useRef(true);
  const onScroll = (): void => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = viewport.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  useEffect(() => {
    if (isAtEnd.current) viewport.current?.scrollTo({ top: viewport.current.scrollHeight });
  }, changes);
  return [viewport, onScroll];
}

function CommentItem({
  comment,
  onDelete,
}: { comment: Schemas['Comment'] } & Pick<TimelineProps, 'onDelete'>) {
  const own = useActivityTexts();
  const { person } = useSession();
  const isAdmin = useMay('admin');
  const { author, text, createdAt } = comment;
  const name = author.name ?? own.someone;
  const who = author.memberId === null && author.name !== null ? own.key(author.name) : name;
  const isOwn = person !== null && person.memberId === author.memberId;
  return (
    <Box component="article" aria-label={who}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {who}
        </Text>
        <TimeAgo at={createdAt} />
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {(isOwn || isAdmin) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          ml={-8}
          aria-label={own.removeOf(who)}
          onClick={() => onDelete(comment)}
        >
          {own.remove}
        </Button>
      )}
    </Box>
  );
}

function Event({ happening }: { happening: Exclude<Happening, { kind: 'comment' }> }) {
  const own = useActivityTexts();
  const statusReasons = useStatusReasonTexts();
  const sentence = useSentence();
  const { at } = happening;
  const reason = happening.kind === 'own' && happening.reason !== null ? happening.reason : null;
  const text: ReactNode = happening.kind === 'own' ? own.own[happening.event] : sentence(happening);
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {at !== null && <TimeAgo at={at} />}
      </Group>
      {reason !== null && (
        <Text size="sm" c="dimmed">
          {statusReasons[reason] ?? reason}
        </Text>
      )}
    </div>
  );
}

/** What a member or a key did. An action without a text is shown as the API names it. */
function useSentence(): (happening: Extract<Happening, { kind: 'action' }>) => string {
  const own = useActivityTexts();
  const { time } = useFormat();
  return ({ action, who, isKey, time: until }) => {
    const name = who === null ? own.someone : isKey ? own.key(who) : who;
    if (until !== null && action === 'campaign.published') return own.scheduled(name, time(until));
    if (until !== null && action === 'campaign.rescheduled') return own.rescheduled(name, time(until));
    return own.actions[action]?.(name) ?? `${name}: ${action}`;
  };
}
