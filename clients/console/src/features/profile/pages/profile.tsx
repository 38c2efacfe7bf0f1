import { CarillonError, type Schemas } from '@carillon/sdk';
import {
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  Paper,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, Suspense, lazy, useState } from 'react';
import { useProfile, useSession } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { notify, useAction } from '../../../ui/action';
import { saveAs } from '../../../ui/file';
import { useDevice } from '../../../ui/device';
import { ErrorNote, Loading, NotFound, PageHead } from '../../../ui/page';

const QrCode = lazy(() => import('../components/qr-code'));

/** The API's limits for a new password (characters). */
const PASSWORD = { minLength: 12, maxLength: 128 };

/** The signed-in person: name, sign-in methods, and sessions. */
export function ProfilePage() {
  const texts = useTexts();
  const profile = useProfile();
  if (!profile) return <NotFound />;
  return (
    <>
      <PageHead title={texts.identity.profile} />
      <Stack gap="lg">
        <Self profile={profile} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {profile.hasPassword ? <Password /> : <NoPassword profile={profile} />}
          {profile.hasPassword && <SecondFactor profile={profile} />}
          {profile.identities.length > 0 && <Identities profile={profile} />}
        </SimpleGrid>
        <Sessions profile={profile} />
      </Stack>
    </>
  );
}

function Self({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { client, account } = useSession();
  const [isLeaving, leaving] = useDisclosure(false);
  const [name, setName] = useState(profile.name);
  const rename = useAction({
    action: () => client.patch('/profile', { body: { name: name.trim() } }),
    changes: ['profile', 'accountMembers'],
    silent: true,
    done: () => notify(texts, texts.identity.renamed),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate(undefined);
  };
  return (
    <Paper className="pane">
      <Stack>
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label={texts.identity.name}
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
            {texts.identity.signsInAs}
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
                  {texts.identity.here}
                </Text>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {texts.identity.roleHints[role]}
            </Text>
          </div>
        ))}
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={leaving.open}>
          {texts.profilePage.leave}
        </Button>
      </Stack>
      {isLeaving && <Leave profile={profile} onClose={leaving.close} />}
    </Paper>
  );
}

function Leave({ profile, onClose }: { profile: Schemas['Profile']; onClose: () => void }) {
  const texts = useTexts();
  const { account, leave } = useSession();
  const action = async (): Promise<void> => {
    await leave();
    notify(texts, texts.profilePage.left(account.name));
  };
  return (
    <Confirm
      title={texts.profilePage.leaveTitle(account.name)}
      verb={texts.profilePage.leaveVerb}
      action={action}
      onClose={onClose}
    >
      {texts.profilePage.leaveText}{' '}
      {profile.accounts.length === 1 ? texts.profilePage.leaveOnly : texts.profilePage.leaveOthers}
    </Confirm>
  );
}

/** For people who joined through a provider. */
function NoPassword({ profile: { email } }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { client } = useSession();
  const ask = useAction({
    action: () => client.post('/passwords/forgotten', { body: { email } }),
    silent: true,
  });
  return (
    <Paper className="pane" component="section">
      <Stack align="flex-start" gap="sm">
        <Title order={2}>{texts.signIn.password}</Title>
        <Text size="sm" c="dimmed">
          {texts.profilePage.noPassword}
        </Text>
        {ask.error && <ErrorNote error={ask.error} />}
        {ask.data ? (
          <Alert color="teal" role="status" title={texts.identity.linkSent(email)}>
            {texts.profilePage.linkSentText}
          </Alert>
        ) : (
          <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
            {texts.profilePage.setPassword}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

/** The providers that sign the person in. */
function Identities({ profile: { identities, hasPassword } }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const [unlinked, setUnlinked] = useState<string | null>(null);
  return (
    <Paper className="pane" component="section">
      <Stack gap="sm">
        <Title order={2}>{texts.profilePage.identities}</Title>
        <Text size="sm" c="dimmed">
          {hasPassword ? texts.profilePage.identitiesHint : texts.profilePage.onlyWayIn}
        </Text>
        {identities.map(({ issuer }) => (
          <Group key={issuer} justify="space-between">
            <Text fw={550} title={issuer} style={{ wordBreak: 'break-word' }}>
              {hostOf(issuer)}
            </Text>
            {hasPassword && (
              <Button
                variant="default"
                aria-label={texts.profilePage.unlinkOf(hostOf(issuer))}
                onClick={() => setUnlinked(issuer)}
              >
                {texts.profilePage.unlink}
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
  const { client } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const unlink = useAction({
    action: () => client.delete('/profile/identities', { body: { issuer, currentPassword } }),
    changes: ['profile', 'sessions'],
    silent: true,
    done: () => {
      notify(texts, texts.profilePage.unlinked(hostOf(issuer)));
      onClose();
    },
  });
  return (
    <PasswordForm
      title={texts.profilePage.unlinkOf(hostOf(issuer))}
      verb={texts.profilePage.unlink}
      current={currentPassword}
      setCurrent={setCurrent}
      action={unlink}
      onClose={onClose}
    >
      <Text size="sm">{texts.profilePage.unlinkText}</Text>
    </PasswordForm>
  );
}

/** An issuer is a URL; people know its host. */
function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

function Password() {
  const texts = useTexts();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Paper className="pane" component="section">
      <Stack align="flex-start" gap="sm">
        <Title order={2}>{texts.signIn.password}</Title>
        <Text size="sm" c="dimmed">
          {texts.identity.passwordHint}
        </Text>
        <Button variant="default" onClick={dialog.open}>
          {texts.identity.changePassword}
        </Button>
      </Stack>
      {isOpen && <ChangePassword onClose={dialog.close} />}
    </Paper>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { client, renew } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useAction({
    action: async () => {
      await client.post('/profile/password', { body: { currentPassword, password } });
      await renew();
    },
    changes: ['sessions'],
    silent: true,
    done: () => {
      notify(texts, texts.identity.passwordChanged);
      onClose();
    },
  });
  return (
    <PasswordForm
      title={texts.identity.changePassword}
      verb={texts.identity.changePassword}
      current={currentPassword}
      setCurrent={setCurrent}
      action={change}
      onClose={onClose}
    >
      <PasswordInput
        label={texts.identity.newPassword}
        description={texts.identity.newPasswordHint}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        required
        {...PASSWORD}
      />
    </PasswordForm>
  );
}

interface PasswordFormProps {
  title: string;
  verb: string;
  current: string;
  setCurrent: (password: string) => void;
  action: { mutate: (given: undefined) => void; error: Error | null; isPending: boolean };
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the password before sensitive actions, which must not be available to anyone at an open page. */
function PasswordForm({ title, verb, current, setCurrent, action, onClose, children }: PasswordFormProps) {
  const texts = useTexts();
  const isWrong = isAbout(action.error, 'currentPassword');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    action.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label={texts.identity.currentPassword}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            autoComplete="current-password"
            error={isWrong && texts.identity.wrongPassword}
            required
            data-autofocus
          />
          {children}
          {action.error && !isWrong && <ErrorNote error={action.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={action.isPending}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Whether the API rejected this field. */
function isAbout(error: Error | null, field: string): boolean {
  return error instanceof CarillonError && error.fields.some((each) => each.field === field);
}

function SecondFactor({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { number } = useFormat();
  const [dialog, setDialog] = useState<'setUp' | 'remove' | null>(null);
  const { hasSecondFactor, recoveryCodes } = profile;
  return (
    <Paper className="pane" component="section">
      <Stack align="flex-start" gap="sm">
        <Group gap="xs">
          <Title order={2}>{texts.identity.secondFactor}</Title>
          {hasSecondFactor && (
            <Badge
              color="teal"
              variant="light"
              tt="none"
              radius="sm"
              leftSection={<IconShieldCheck size={12} aria-hidden />}
            >
              {texts.identity.isOn}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {hasSecondFactor
            ? texts.identity.recoveryLeft(number(recoveryCodes))
            : texts.identity.secondFactorHint}
        </Text>
        {hasSecondFactor ? (
          <Button variant="default" onClick={() => setDialog('remove')}>
            {texts.identity.switchOff}
          </Button>
        ) : (
          <Button onClick={() => setDialog('setUp')}>{texts.identity.setUp}</Button>
        )}
      </Stack>
      {dialog === 'setUp' && <SetUpSecondFactor onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveSecondFactor onClose={() => setDialog(null)} />}
    </Paper>
  );
}

function RemoveSecondFactor({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { client } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const remove = useAction({
    action: () => client.delete('/profile/second-factor', { body: { currentPassword } }),
    changes: ['profile', 'accountMembers'],
    silent: true,
    done: onClose,
  });
  return (
    <PasswordForm
      title={texts.identity.switchOff}
      verb={texts.identity.switchOff}
      current={currentPassword}
      setCurrent={setCurrent}
      action={remove}
      onClose={onClose}
    >
      <Text size="sm">{texts.identity.switchOffText}</Text>
    </PasswordForm>
  );
}

/** Password, then the QR code, then a code of the app, then the recovery codes: three dialogs in one place. */
function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { client } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const begin = useAction({
    action: () => client.post('/profile/second-factor', { body: { currentPassword } }),
    silent: true,
  });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />;
  if (begin.data?.uri !== undefined)
    return <ConfirmSecondFactor uri={begin.data.uri} onConfirmed={setRecoveryCodes} onClose={onClose} />;
  return (
    <PasswordForm
      title={texts.identity.setUp}
      verb={texts.identity.goOn}
      current={currentPassword}
      setCurrent={setCurrent}
      action={begin}
      onClose={onClose}
    >
      <Text size="sm">{texts.identity.setUpText}</Text>
      {/* A lost response is not shown twice. */}
      {begin.data && <Alert color="yellow">{texts.identity.secretLost}</Alert>}
    </PasswordForm>
  );
}

interface ConfirmSecondFactorProps {
  uri: string;
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

function ConfirmSecondFactor({ uri, onConfirmed, onClose }: ConfirmSecondFactorProps) {
  const texts = useTexts();
  const { client } = useSession();
  const [code, setCode] = useState('');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const confirm = useAction({
    action: () => client.post('/profile/second-factor/confirm', { body: { code: code.replaceAll(' ', '') } }),
    changes: ['profile', 'accountMembers'],
    silent: true,
    done: (answer) => onConfirmed(answer.recoveryCodes ?? []),
  });
  const isWrong = isAbout(confirm.error, 'code');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    confirm.mutate(undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={texts.identity.setUp}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.identity.scan}</Text>
          <Suspense fallback={<Loading lines={4} />}>
            <QrCode text={uri} label={texts.identity.qrCode} />
          </Suspense>
          <div>
            <Text size="sm" mb={4}>
              {texts.identity.typeSecret}
            </Text>
            <Code block data-testid="secret" style={{ whiteSpace: 'pre-wrap' }}>
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Code>
          </div>
          <TextInput
            label={texts.identity.firstCode}
            description={texts.identity.firstCodeHint}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            inputMode="numeric"
            error={isWrong && texts.identity.wrongCode}
            required
            data-autofocus
          />
          {confirm.error && !isWrong && <ErrorNote error={confirm.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={confirm.isPending}>
              {texts.identity.switchOn}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Shown once: it closes by its own button only. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const texts = useTexts();
  const lines = codes.join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={texts.identity.recoveryCodes}
    >
      <Stack>
        <Alert color="yellow">
          {codes.length > 0 ? texts.identity.recoveryOnce : texts.identity.recoveryLost}
        </Alert>
        <Code block fz="sm" data-testid="recovery-codes">
          {lines}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={lines}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() =>
              saveAs(new Blob([`${lines}\n`], { type: 'text/plain' }), 'carillon-recovery-codes.txt')
            }
          >
            {texts.identity.download}
          </Button>
          <Button onClick={onClose}>{texts.identity.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Where the person is signed in: at most 50, which is one page. */
function Sessions({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { client } = useSession();
  const [isEnding, ending] = useDisclosure(false);
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.get('/sessions', { signal }),
  });
  const end = useAction({
    action: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => client.delete('/sessions/{id}', { path: { id } }))),
    changes: ['sessions'],
    silent: true,
  });
  // People with a single account know which one it is.
  const accounts = profile.accounts.length > 1 ? profile.accounts : [];
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent);
  const newestFirst = [...(sessions.data ?? [])].sort(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.identity.sessions}</Title>
        {others.length > 0 && (
          <Button variant="default" onClick={ending.open}>
            {texts.identity.endOthers}
          </Button>
        )}
      </Group>
      {end.error && <ErrorNote error={end.error} />}
      {sessions.error ? (
        <ErrorNote error={sessions.error} retry={() => void sessions.refetch()} />
      ) : !sessions.data ? (
        <Loading lines={2} />
      ) : (
        <Paper className="pane rows" p={0} component="ul" aria-label={texts.identity.sessions}>
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
          title={texts.identity.endOthers}
          verb={texts.identity.endOthers}
          action={() => end.mutateAsync(others.map(({ _id }) => _id))}
          onClose={ending.close}
        >
          {texts.identity.endOthersText}
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
  const texts = useTexts();
  const { time } = useFormat();
  const deviceOf = useDevice();
  const { userAgent, isCurrent, createdAt, lastUsedAt } = session;
  const device = userAgent === null ? texts.identity.unknownDevice : deviceOf(userAgent);
  return (
    <li>
      <div className="row-words">
        <Group gap="xs">
          <Text fw={550} title={userAgent ?? undefined}>
            {device}
          </Text>
          {isCurrent && (
            <Badge variant="light" tt="none" radius="sm">
              {texts.identity.thisSession}
            </Badge>
          )}
          {accountName !== undefined && (
            <Text size="sm" c="dimmed">
              {accountName}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {texts.identity.sessionTimes(time(createdAt), time(lastUsedAt))}
        </Text>
      </div>
      {onEnd && (
        <Button variant="default" aria-label={`${texts.identity.end}: ${device}`} onClick={onEnd}>
          {texts.identity.end}
        </Button>
      )}
    </li>
  );
}
