import { Button, Center, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useSignIn } from './session';
import { useTexts } from './texts';
import { ErrorNote } from './ui/page';

/** The way in. */
export function SignIn() {
  const texts = useTexts();
  const signIn = useSignIn();
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = texts.signIn.title;
  }, [texts]);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setBusy(true);
    signIn(key.trim())
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper className="pane" p="xl" w="100%" maw={420} shadow="xs">
        <form onSubmit={submit}>
          <Stack>
            <Group gap="sm" wrap="nowrap">
              <Text c="bell" lh={0} aria-hidden>
                <IconBellRinging size={30} />
              </Text>
              <div>
                <Title order={1}>{texts.signIn.title}</Title>
                <Text c="dimmed" size="sm">
                  {texts.signIn.lead}
                </Text>
              </div>
            </Group>
            <PasswordInput
              label={texts.signIn.key}
              description={texts.signIn.keyHint}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              autoComplete="current-password"
              data-autofocus
              required
            />
            {error !== null && <ErrorNote error={error} />}
            <Button type="submit" loading={isBusy} disabled={key.trim() === ''}>
              {texts.signIn.submit}
            </Button>
            <Text c="dimmed" size="sm">
              {texts.signIn.where}
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
