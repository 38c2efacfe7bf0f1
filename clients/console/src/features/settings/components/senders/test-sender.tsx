import { type Schemas } from '@carillon/sdk';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTestSender } from '../../api/senders';
import { useTexts } from '../../../../texts';
import { useSettingsTexts } from '../../texts';
import { ErrorNote } from '../../../../ui/page';
import { useReason } from '../../../../ui/reason';

type Sender = Schemas['Sender'];

/** Tests the sign-in, and sends a message if an address is entered. */
export function TestSender({
  sender,
  isFirst = false,
  onClose,
}: {
  sender: Sender;
  isFirst?: boolean;
  onClose: () => void;
}) {
  const texts = useTexts();
  const { settings } = useSettingsTexts();
  const reason = useReason();
  const [identifier, setIdentifier] = useState('');
  const test = useTestSender({ silent: true });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    test.mutate({ id: sender._id, ...(identifier.trim() !== '' && { identifier: identifier.trim() }) });
  };
  const check = test.data;
  // The server's text is quoted only if it contains more than the reason.
  const details = [
    check?.reason ? reason(check.reason) : check?.detail,
    check?.providerCode && !check.detail?.includes(check.providerCode) && check.providerCode,
  ].filter(Boolean);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${settings.test}: ${sender.name}`}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {isFirst && !check && <Text size="sm">{settings.testFirst}</Text>}
          <TextInput
            label={settings.testAddress}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            data-autofocus
          />
          {test.error && <ErrorNote error={test.error} />}
          {check && (
            <Alert
              role="status"
              color={check.ok ? 'teal' : 'red'}
              title={check.ok ? settings.testOk : settings.testFailed}
            >
              {details.join(' · ')}
              {check.reason && check.detail && (
                <Text size="xs" c="dimmed" mt={4} lang="en" style={{ overflowWrap: 'anywhere' }}>
                  {settings.serverSaid}: {check.detail}
                </Text>
              )}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" loading={test.isPending}>
              {settings.test}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
