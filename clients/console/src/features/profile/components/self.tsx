import { type Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type SyntheticEvent, useState } from 'react';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useProfileTexts } from '../texts';
import { Confirm } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { ErrorNote } from '../../../ui/page';

import { useRename } from '../api/profile';

/** The person's name, email address, and accounts. */
export function Self({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { identity, profilePage } = useProfileTexts();
  const { account } = useSession();
  const [isLeaving, leaving] = useDisclosure(false);
  const [name, setName] = useState(profile.name);
  const rename = useRename({ silent: true, done: () => notify(texts, identity.renamed) });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate(name.trim());
  };
  return (
    <Paper className="pane">
      <Stack>
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label={identity.name}
              value={name}
              maxLength={100}
              required
              autoComplete="name"
              onChange={(event) => setName(event.currentTarget.value)}
              w={{ base: '100%', sm: 320 }}
            />
            <Button
              type="submit"
              variant="default"
              loading={rename.isPending}
              disabled={name.trim() === '' || name.trim() === profile.name}
            >
              {texts.save}
            </Button>
          </Group>
        </form>
        {rename.error && <ErrorNote error={rename.error} />}
        <Text size="sm">
          <Text span c="dimmed">
            {identity.signsInAs}
          </Text>{' '}
          {profile.email}
        </Text>
        {profile.accounts.map(({ user, name: accountName, role }) => (
          <div key={user}>
            <Group gap="xs">
              <Text fw={550}>{accountName}</Text>
              <Badge variant="light" tt="none" radius="sm">
                {texts.identity.roles[role]}
              </Badge>
              {user === account._id && profile.accounts.length > 1 && (
                <Text size="sm" c="dimmed">
                  {identity.here}
                </Text>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {texts.identity.roleHints[role]}
            </Text>
          </div>
        ))}
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={leaving.open}>
          {profilePage.leave}
        </Button>
      </Stack>
      {isLeaving && <Leave profile={profile} onClose={leaving.close} />}
    </Paper>
  );
}

function Leave({ profile, onClose }: { profile: Schemas['Profile']; onClose: () => void }) {
  const texts = useTexts();
  const { profilePage } = useProfileTexts();
  const { account, leave } = useSession();
  const action = async (): Promise<void> => {
    await leave();
    notify(texts, profilePage.left(account.name));
  };
  return (
    <Confirm
      title={profilePage.leaveTitle(account.name)}
      verb={profilePage.leaveVerb}
      action={action}
      onClose={onClose}
    >
      {profilePage.leaveText}{' '}
      {profile.accounts.length === 1 ? profilePage.leaveOnly : profilePage.leaveOthers}
    </Confirm>
  );
}
