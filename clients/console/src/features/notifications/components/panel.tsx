import type { Schemas } from '@carillon/sdk';
import { Box, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../texts';
import { useStatusReasonTexts } from '../../../texts/status-reasons';
import { NextPage } from '../../../ui/paged';
import { ErrorNote, Loading } from '../../../ui/page';
import { useMarkRead, useNotifications } from '../api/notifications';
import { useNotificationTexts } from '../texts';

export interface PanelProps {
  onClose: () => void;
}

/** The list of notifications. Each one leads to its campaign. */
export function Panel({ onClose }: PanelProps) {
  const own = useNotificationTexts();
  const list = useNotifications();
  const markRead = useMarkRead();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const [newest] = items;
  const isUnread = items.some(({ isRead }) => isRead === false);
  return (
    <>
      <Group justify="space-between" p="sm" wrap="nowrap">
        <Title order={2} size="h4">
          {own.title}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!isUnread || markRead.isPending}
          onClick={() => newest && markRead.mutate({ until: newest._id })}
        >
          {own.markAll}
        </Button>
      </Group>
      <Box mah={420} style={{ overflowY: 'auto' }}>
        {list.isLoadingError && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
        {list.isPending && <Loading lines={3} />}
        {list.data && items.length === 0 && (
          <Text c="dimmed" p="sm">
            {own.none}
          </Text>
        )}
        <ul className="rows" style={{ padding: 0 }}>
          {items.map((notification) => (
            <Item
              key={notification._id}
              notification={notification}
              onOpen={() => {
                if (notification.isRead === false) markRead.mutate({ ids: [notification._id] });
                onClose();
              }}
            />
          ))}
        </ul>
        <Stack px="sm" pb="sm">
          <NextPage list={list} />
        </Stack>
      </Box>
      <Group p="sm">
        <Link className="text-link" to="/profile" onClick={onClose}>
          {own.settings}
        </Link>
      </Group>
    </>
  );
}

function Item({ notification, onOpen }: { notification: Schemas['Notification']; onOpen: () => void }) {
  const statusReasons = useStatusReasonTexts();
  const own = useNotificationTexts();
  const { time } = useFormat();
  const what = useSentence(notification);
  const { kind, campaign: campaignId, at, reason, isRead } = notification;
  const isReported = kind === 'campaign.completed' || kind === 'campaign.bounced';
  const why = reason === null ? null : (statusReasons[reason] ?? null);
  return (
    <li>
      <div className="row-text">
        <Link
          className="row-link"
          to={isReported ? '/campaigns/$campaignId/report' : '/campaigns/$campaignId'}
          params={{ campaignId }}
          search={kind === 'campaign.commented' ? { activity: true } : {}}
          onClick={onOpen}
        >
          {isRead === false && (
            <>
              <Text span c="red" aria-hidden>
                {'● '}
              </Text>
              <VisuallyHidden>{`${own.unread}: `}</VisuallyHidden>
            </>
          )}
          {what}
        </Link>
        {why !== null && (
          <Text size="sm" c="dimmed">
            {why}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {time(at)}
        </Text>
      </div>
    </li>
  );
}

/** What happened. */
function useSentence(notification: Schemas['Notification']): string {
  const { events, someone } = useNotificationTexts();
  const { number, share } = useFormat();
  const { kind, campaignName: name, actor, delivered, failed, bounceRate } = notification;
  const who = actor?.name ?? someone;
  switch (kind) {
    case 'campaign.completed':
      return delivered === null || failed === null
        ? events.finished(name)
        : events.finishedWith(name, number(delivered), number(failed));
    case 'campaign.paused':
      return actor ? events.pausedBy(name, who) : events.paused(name);
    case 'campaign.cancelled':
      return events.cancelled(name);
    case 'campaign.bounced':
      return events.bounced(name, share(bounceRate ?? 0, 1));
    case 'campaign.approval_requested':
      return events.asked(name, who);
    case 'campaign.approved':
      return events.approved(name, who);
    case 'campaign.rejected':
      return events.rejected(name, who);
    case 'campaign.commented':
      return events.commented(name, who);
  }
}
