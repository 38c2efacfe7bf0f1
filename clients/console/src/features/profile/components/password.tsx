import { type Schemas } from '@carillon/sdk';
import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useProfileTexts } from '../texts';
import { notify } from '../../../ui/action';
import { ErrorNote } from '../../../ui/page';

import { useChangePassword, useRequestPasswordLink } from '../api/profile';
import { PasswordForm } from './password-form';

/** The API's limits for a new password (characters). */
const PASSWORD = { minLength: 12, maxLength: 128 };

export function Password() {
  const texts = useTexts();
  const { identity } = useProfileTexts();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Paper className="pane" component="section">
      <Stack align="flex-start" gap="sm">
        <Title order={2}>{texts.signIn.password}</Title>
        <Text size="sm" c="dimmed">
          {identity.passwordHint}
        </Text>
        <Button variant="default" onClick={dialog.open}>
          {identity.changePassword}
        </Button>
      </Stack>
      {isOpen && <ChangePassword onClose={dialog.close} />}
    </Paper>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { identity } = useProfileTexts();
  const { renew } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChangePassword({
    silent: true,
    done: async () => {
      await renew();
      notify(texts, identity.passwordChanged);
      onClose();
    },
  });
  return (
    <PasswordForm
      title={identity.changePassword}
      verb={identity.changePassword}
      current={currentPassword}
      setCurrent={setCurrent}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ currentPassword, password })}
      onClose={onClose}
    >
      <PasswordInput
        label={identity.newPassword}
        description={identity.newPasswordHint}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        required
        {...PASSWORD}
      />
    </PasswordForm>
  );
}

/** For people who joined through a provider. */
export function NoPassword({ profile: { email } }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { profilePage } = useProfileTexts();
  const request = useRequestPasswordLink({ silent: true });
  return (
    <Paper className="pane" component="section">
      <Stack align="flex-start" gap="sm">
        <Title order={2}>{texts.signIn.password}</Title>
        <Text size="sm" c="dimmed">
          {profilePage.noPassword}
        </Text>
        {request.error && <ErrorNote error={request.error} />}
        {request.data ? (
          <Alert color="teal" role="status" title={texts.identity.linkSent(email)}>
            {profilePage.linkSentText}
          </Alert>
        ) : (
          <Button variant="default" loading={request.isPending} onClick={() => request.mutate(email)}>
            {profilePage.setPassword}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
