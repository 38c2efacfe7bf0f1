import {
  Alert,
  Anchor,
  Button,
  Center,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { Carillon, CarillonError, type Schemas } from '@carillon/sdk';
import { IconBellRinging } from '@tabler/icons-react';
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import { ProviderButton, ReturnNote } from './provider';
import { useSignIn } from './session/session';
import { useTexts } from '../texts';
import { useAction } from '../ui/action';
import { ErrorNote } from '../ui/page';

/** The address from the page of an invitation or password link. */
const invitedEmail = (): string => new URLSearchParams(location.hash.slice(1)).get('email') ?? '';

/** The page of people who are not signed in. */
export function SignIn() {
  const texts = useTexts();
  const { choosing } = useSignIn();
  const [isForgotten, setForgotten] = useState(false);
  useEffect(() => {
    document.title = texts.signIn.title;
  }, [texts]);
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper className="pane" p="xl" w="100%" maw={420} shadow="xs">
        {choosing ? (
          <ChooseAccount profile={choosing} />
        ) : isForgotten ? (
          <Forgotten onBack={() => setForgotten(false)} />
        ) : (
          <Credentials onForgotten={() => setForgotten(true)}>
            <Head title={texts.signIn.title} lead={texts.signIn.lead} />
          </Credentials>
        )}
      </Paper>
    </Center>
  );
}

function Head({ title, lead }: { title: string; lead: string }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Text c="bell" lh={0} aria-hidden>
        <IconBellRinging size={30} />
      </Text>
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="sm">
          {lead}
        </Text>
      </div>
    </Group>
  );
}

interface CredentialsProps {
  byKey?: boolean;
  /** Absent if the form is shown over a page, which must stay as it is. */
  onForgotten?: () => void;
  children?: ReactNode;
}

/** The credentials of a sign-in. */
export function Credentials({ byKey = false, onForgotten, children }: CredentialsProps) {
  const texts = useTexts();
  const { signIn } = useSignIn();
  const [isByKey, setByKey] = useState(byKey);
  const [key, setKey] = useState('');
  const [email, setEmail] = useState(invitedEmail);
  const [password, setPassword] = useState('');
  /** Null: no link was requested. */
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** Whether the attempts for this address are used up, possibly by other people. */
  const [isGuarded, setGuarded] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setBusy(true);
    const person = { email: email.trim(), password, ...(code !== null && { code: code.trim() }) };
    signIn(isByKey ? { key: key.trim() } : person)
      .catch((thrown: unknown) => {
        const needsCode = thrown instanceof CarillonError && thrown.code === 'second_factor_required';
        const isGuarded = !needsCode && wouldPassWithCode(thrown);
        if (needsCode) setCode('');
        else if (isGuarded) setCode((before) => before ?? '');
        setGuarded(isGuarded);
        setError(needsCode ? null : thrown);
      })
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
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
            {(code === null || isGuarded) && onForgotten && (
              <Anchor component="button" type="button" size="sm" ta="start" onClick={onForgotten}>
                {texts.identity.forgotten}
              </Anchor>
            )}
            {code !== null && (
              <TextInput
                label={texts.signIn.code}
                description={texts.signIn.codeHint}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                autoComplete="one-time-code"
                required
                autoFocus
              />
            )}
          </>
        )}
        {error === null ? (
          <ReturnNote />
        ) : isGuarded ? (
          <Alert color="orange" role="alert" title={texts.signIn.guarded}>
            {texts.signIn.guardedText}
          </Alert>
        ) : (
          <ErrorNote error={error} />
        )}
        <Button type="submit" loading={isBusy}>
          {isByKey ? texts.signIn.submitKey : texts.signIn.submit}
        </Button>
        {!isByKey && <ProviderButton />}
        <Button
          variant="subtle"
          h="auto"
          py="xs"
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={() => {
            setByKey(!isByKey);
            setError(null);
          }}
        >
          {isByKey ? texts.signIn.asPerson : texts.signIn.byKey}
        </Button>
        {onForgotten && (
          <Text c="dimmed" size="sm">
            {isByKey ? texts.signIn.whereKey : texts.signIn.where}
          </Text>
        )}
      </Stack>
    </form>
  );
}

/** Whether the sign-in is limited for this address, and a code would be accepted. */
function wouldPassWithCode(thrown: unknown): boolean {
  if (!(thrown instanceof CarillonError) || thrown.code !== 'rate_limited') return false;
  return thrown.fields.some(({ field }) => field === 'code');
}

/** Requests a password link. The message is the same for every address. */
function Forgotten({ onBack }: { onBack: () => void }) {
  const texts = useTexts();
  const [email, setEmail] = useState(invitedEmail);
  const request = useAction({
    action: (address: string) =>
      new Carillon({ url: location.origin }).post('/passwords/forgotten', { body: { email: address } }),
    silent: true,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    request.mutate(email.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Head title={texts.identity.forgottenTitle} lead={texts.identity.forgottenLead} />
        {request.data ? (
          <Alert color="teal" role="status" title={texts.identity.linkSent(request.data.email)}>
            {texts.identity.linkSentText}
          </Alert>
        ) : (
          <>
            <TextInput
              type="email"
              label={texts.signIn.email}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              autoComplete="username"
              required
              autoFocus
            />
            {request.error && <ErrorNote error={request.error} />}
            <Button type="submit" loading={request.isPending}>
              {texts.identity.askForLink}
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={onBack}>
          {texts.identity.backToSignIn}
        </Button>
      </Stack>
    </form>
  );
}

/** For a person with several accounts. */
function ChooseAccount({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { enter } = useSignIn();
  const go = useAction({ action: enter, silent: true });
  return (
    <Stack>
      <Head title={texts.identity.chooseAccount} lead={texts.identity.chooseAccountLead(profile.name)} />
      {profile.accounts.map(({ user, name, role }) => (
        <Button
          key={user}
          variant="default"
          justify="space-between"
          h="auto"
          py="xs"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          loading={go.isPending && go.variables === user}
          rightSection={<Text size="sm">{texts.identity.roles[role]}</Text>}
          onClick={() => go.mutate(user)}
        >
          {name}
        </Button>
      ))}
      {go.error && <ErrorNote error={go.error} />}
    </Stack>
  );
}
