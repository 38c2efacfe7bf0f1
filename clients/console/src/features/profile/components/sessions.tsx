import { type Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useFormat } from '../../../texts';
import { useProfileTexts } from '../texts';
import { Confirm } from '../../../ui/confirm';
import { useDevice } from '../../../ui/device';
import { ErrorNote, Loading } from '../../../ui/page';

import { useEndSessions, useSessions } from '../api/profile';

/** The browsers in which the person is signed in. */
export function Sessions({ profile }: { profile: Schemas['Profile'] }) {
  const { identity } = useProfileTexts();
  const [isEnding, ending] = useDisclosure(false);
  const sessions = useSessions();
  const end = useEndSessions({ silent: true });
  // With a single account, its name is not needed.
  const accounts = profile.accounts.length > 1 ? profile.accounts : [];
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent);
  const newestFirst = [...(sessions.data ?? [])].sort(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{identity.sessions}</Title>
        {others.length > 0 && (
          <Button variant="default" onClick={ending.open}>
            {identity.endOthers}
          </Button>
        )}
      </Group>
      {end.error && <ErrorNote error={end.error} />}
      {sessions.error ? (
        <ErrorNote error={sessions.error} retry={() => void sessions.refetch()} />
      ) : !sessions.data ? (
        <Loading lines={2} />
      ) : (
        <Paper className="pane rows" p={0} component="ul" aria-label={identity.sessions}>
          {newestFirst.map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              accountName={accounts.find(({ user }) => user === session.user)?.name}
              onEnd={session.isCurrent ? undefined : () => end.mutate([session._id])}
            />
          ))}
        </Paper>
      )}
      {isEnding && (
        <Confirm
          title={identity.endOthers}
          verb={identity.endOthers}
          action={() => end.mutateAsync(others.map(({ _id }) => _id))}
          onClose={ending.close}
        >
          {identity.endOthersText}
        </Confirm>
      )}
    </section>
  );
}

interface SessionRowProps {
  session: Schemas['Session'];
  accountName: string | undefined;
  onEnd: (() => void) | undefined;
}

function SessionRow({ session, accountName, onEnd }: SessionRowProps) {
  const { identity } = useProfileTexts();
  const { time } = useFormat();
  const deviceOf = useDevice();
  const { userAgent, isCurrent, createdAt, lastUsedAt } = session;
  const device = userAgent === null ? identity.unknownDevice : deviceOf(userAgent);
  return (
    <li>
      <div className="row-text">
        <Group gap="xs">
          <Text fw={550} title={userAgent ?? undefined}>
            {device}
          </Text>
          {isCurrent && (
            <Badge variant="light" tt="none" radius="sm">
              {identity.thisSession}
            </Badge>
          )}
          {accountName !== undefined && (
            <Text size="sm" c="dimmed">
              {accountName}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {identity.sessionTimes(time(createdAt), time(lastUsedAt))}
        </Text>
      </div>
      {onEnd && (
        <Button variant="default" aria-label={`${identity.end}: ${device}`} onClick={onEnd}>
          {identity.end}
        </Button>
      )}
    </li>
  );
}
