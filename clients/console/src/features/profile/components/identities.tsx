import { type Schemas } from '@carillon/sdk';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { useProfileTexts } from '../texts';
import { notify } from '../../../ui/action';

import { useUnlink } from '../api/profile';
import { PasswordForm } from './password-form';

/** The providers that sign the person in. */
export function Identities({ profile: { identities, hasPassword } }: { profile: Schemas['Profile'] }) {
  const { profilePage } = useProfileTexts();
  const [unlinked, setUnlinked] = useState<string | null>(null);
  return (
    <Paper className="pane" component="section">
      <Stack gap="sm">
        <Title order={2}>{profilePage.identities}</Title>
        <Text size="sm" c="dimmed">
          {hasPassword ? profilePage.identitiesHint : profilePage.onlyWayIn}
        </Text>
        {identities.map(({ issuer }) => (
          <Group key={issuer} justify="space-between">
            <Text fw={550} title={issuer} style={{ wordBreak: 'break-word' }}>
              {hostOf(issuer)}
            </Text>
            {hasPassword && (
              <Button
                variant="default"
                aria-label={profilePage.unlinkOf(hostOf(issuer))}
                onClick={() => setUnlinked(issuer)}
              >
                {profilePage.unlink}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {unlinked !== null && <Unlink issuer={unlinked} onClose={() => setUnlinked(null)} />}
    </Paper>
  );
}

function Unlink({ issuer, onClose }: { issuer: string; onClose: () => void }) {
  const texts = useTexts();
  const { profilePage } = useProfileTexts();
  const [currentPassword, setCurrent] = useState('');
  const unlink = useUnlink({
    silent: true,
    done: () => {
      notify(texts, profilePage.unlinked(hostOf(issuer)));
      onClose();
    },
  });
  return (
    <PasswordForm
      title={profilePage.unlinkOf(hostOf(issuer))}
      verb={profilePage.unlink}
      current={currentPassword}
      setCurrent={setCurrent}
      isBusy={unlink.isPending}
      error={unlink.error}
      onSubmit={() => unlink.mutate({ issuer, currentPassword })}
      onClose={onClose}
    >
      <Text size="sm">{profilePage.unlinkText}</Text>
    </PasswordForm>
  );
}

/** An issuer is a URL; people know its host. */
function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
