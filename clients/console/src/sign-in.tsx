import { Button, Center, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { CarillonError } from '@carillon/sdk';
import { IconBellRinging } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useSignIn } from './session';
import { useTexts } from './texts';
import { ErrorNote } from './ui/page';

interface SignInProps {
  /** Over a page that stays as it is. */
  isOver?: boolean;
  byKey?: boolean;
}

/** The way in. */
export function SignIn({ isOver = false, byKey = false }: SignInProps) {
  const texts = useTexts();
  const signIn = useSignIn();
  const [isByKey, setByKey] = useState(byKey);
  const [key, setKey] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  /** Null: nobody has asked for one. */
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isOver) document.title = texts.signIn.title;
  }, [texts, isOver]);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setBusy(true);
    const person = { email: email.trim(), password, ...(code !== null && { code: code.trim() }) };
    signIn(isByKey ? { key: key.trim() } : person)
      .catch((thrown: unknown) => {
        const isHalfway = thrown instanceof CarillonError && thrown.code === 'second_factor_required';
        if (isHalfway) setCode('');
        setError(isHalfway ? null : thrown);
      })
      .finally(() => setBusy(false));
  };
  return (
    <Center mih={isOver ? 0 : '100vh'} p={isOver ? 0 : 'md'} component={isOver ? 'div' : 'main'}>
      <Paper className={isOver ? '' : 'pane'} withBorder={!isOver} p={isOver ? 0 : 'xl'} w="100%" maw={420}>
        <form onSubmit={submit}>
          <Stack>
            <Group gap="sm" wrap="nowrap" display={isOver ? 'none' : undefined}>
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
            {isByKey ? (
              <PasswordInput
                label={texts.signIn.key}
                description={texts.signIn.keyHint}
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
                autoComplete="off"
                required
              />
            ) : (
              <>
                <TextInput
                  type="email"
                  label={texts.signIn.email}
                  value={email}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                  autoComplete="username"
                  required
                />
                <PasswordInput
                  label={texts.signIn.password}
                  value={password}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                  autoComplete="current-password"
                  required
                />
                {code !== null && (
                  <TextInput
                    label={texts.signIn.code}
                    description={texts.signIn.codeHint}
                    value={code}
                    onChange={(event) => setCode(event.currentTarget.value)}
                    autoComplete="one-time-code"
                    required
                  />
                )}
              </>
            )}
            {error !== null && <ErrorNote error={error} />}
            <Button type="submit" loading={isBusy}>
              {isByKey ? texts.signIn.submitKey : texts.signIn.submit}
            </Button>
            <Button
              variant="subtle"
              onClick={() => {
                setByKey(!isByKey);
                setError(null);
              }}
            >
              {isByKey ? texts.signIn.asPerson : texts.signIn.byKey}
            </Button>
            {!isOver && (
              <Text c="dimmed" size="sm">
                {isByKey ? texts.signIn.whereKey : texts.signIn.where}
              </Text>
            )}
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
