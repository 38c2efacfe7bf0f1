import { type Schemas } from '@carillon/sdk';
import {
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { type SyntheticEvent, Suspense, lazy, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useProfileTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { saveAs } from '../../../ui/file';
import { ErrorNote, Loading } from '../../../ui/page';

import { useBeginSecondFactor, useConfirmSecondFactor, useRemoveSecondFactor } from '../api/profile';
import { PasswordForm, isAbout } from './password-form';

const QrCode = lazy(() => import('./qr-code'));

/** The second factor of the sign-in, and the dialogs that set it up or remove it. */
export function SecondFactor({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { identity } = useProfileTexts();
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
              {identity.isOn}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {hasSecondFactor ? identity.recoveryLeft(number(recoveryCodes)) : identity.secondFactorHint}
        </Text>
        {hasSecondFactor ? (
          <Button variant="default" onClick={() => setDialog('remove')}>
            {identity.switchOff}
          </Button>
        ) : (
          <Button onClick={() => setDialog('setUp')}>{identity.setUp}</Button>
        )}
      </Stack>
      {dialog === 'setUp' && <SetUpSecondFactor onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveSecondFactor onClose={() => setDialog(null)} />}
    </Paper>
  );
}

function RemoveSecondFactor({ onClose }: { onClose: () => void }) {
  const { identity } = useProfileTexts();
  const [currentPassword, setCurrent] = useState('');
  const remove = useRemoveSecondFactor({ silent: true, done: onClose });
  return (
    <PasswordForm
      title={identity.switchOff}
      verb={identity.switchOff}
      current={currentPassword}
      setCurrent={setCurrent}
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(currentPassword)}
      onClose={onClose}
    >
      <Text size="sm">{identity.switchOffText}</Text>
    </PasswordForm>
  );
}

/** Asks for the password, shows the QR code, checks a code of the app, and shows the recovery codes. */
function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const { identity } = useProfileTexts();
  const [currentPassword, setCurrent] = useState('');
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const begin = useBeginSecondFactor({ silent: true });
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />;
  if (begin.data?.uri !== undefined)
    return <ConfirmSecondFactor uri={begin.data.uri} onConfirmed={setRecoveryCodes} onClose={onClose} />;
  return (
    <PasswordForm
      title={identity.setUp}
      verb={identity.goOn}
      current={currentPassword}
      setCurrent={setCurrent}
      isBusy={begin.isPending}
      error={begin.error}
      onSubmit={() => begin.mutate(currentPassword)}
      onClose={onClose}
    >
      <Text size="sm">{identity.setUpText}</Text>
      {/* A lost response is not shown twice. */}
      {begin.data && <Alert color="yellow">{identity.secretLost}</Alert>}
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
  const { identity } = useProfileTexts();
  const [code, setCode] = useState('');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const confirm = useConfirmSecondFactor({
    silent: true,
    done: ({ recoveryCodes }) => onConfirmed(recoveryCodes ?? []),
  });
  const isWrong = isAbout(confirm.error, 'code');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    confirm.mutate(code.replaceAll(' ', ''));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={identity.setUp}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{identity.scan}</Text>
          <Suspense fallback={<Loading lines={4} />}>
            <QrCode text={uri} label={identity.qrCode} />
          </Suspense>
          <div>
            <Text size="sm" mb={4}>
              {identity.typeSecret}
            </Text>
            <Code block data-testid="secret" style={{ whiteSpace: 'pre-wrap' }}>
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Code>
          </div>
          <TextInput
            label={identity.firstCode}
            description={identity.firstCodeHint}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            inputMode="numeric"
            error={isWrong && identity.wrongCode}
            required
            data-autofocus
          />
          {confirm.error && !isWrong && <ErrorNote error={confirm.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={confirm.isPending}>
              {identity.switchOn}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** The codes are shown once, so the dialog closes only with its button. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const texts = useTexts();
  const { identity } = useProfileTexts();
  const lines = codes.join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={identity.recoveryCodes}
    >
      <Stack>
        <Alert color="yellow">{codes.length > 0 ? identity.recoveryOnce : identity.recoveryLost}</Alert>
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
            {identity.download}
          </Button>
          <Button onClick={onClose}>{identity.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
