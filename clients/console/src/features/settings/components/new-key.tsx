import {
  Alert,
  Button,
  Chip,
  Code,
  CopyButton,
  Group,
  Modal,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../texts';
import { useKeyTexts } from '../key-texts';
import { DialogButtons } from '../../../ui/confirm';
import { NumberField } from '../../../ui/number-field';
import { ErrorNote } from '../../../ui/page';

/** The range of the API. */
const rateRange = { min: 1, max: 100_000, decimals: 0 };

type Rate = 'plan' | 'none' | 'own';

/** The scopes and the rate of a new key. */
interface KeyFields<Scope> {
  name: string;
  scopes: Scope[];
  unlimited?: true;
  ratePerSecond?: number;
}

interface NewKeyProps<Scope extends string> {
  /** All scopes with their texts. A new key initially has the scopes of `chosen`. */
  scopes: Readonly<Record<Scope, string>>;
  chosen: readonly Scope[];
  hasRate?: boolean;
  create: {
    mutate: (fields: KeyFields<Scope>) => void;
    data: { key?: string } | undefined;
    error: Error | null;
    isPending: boolean;
  };
  onClose: () => void;
}

/** Creates a key and shows it once. */
export function NewKey<Scope extends string>(props: NewKeyProps<Scope>) {
  const { scopes, create, hasRate = false, onClose } = props;
  const texts = useTexts();
  const { settings, operator } = useKeyTexts();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([...props.chosen]);
  const [rate, setRate] = useState<Rate>('plan');
  const [perSecond, setPerSecond] = useState<number | null>(10);
  const all = Object.keys(scopes) as Scope[];
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate({
      name: name.trim(),
      scopes: all.filter((scope) => chosen.includes(scope)),
      ...(rate === 'none' && { unlimited: true }),
      ...(rate === 'own' && perSecond !== null && { ratePerSecond: perSecond }),
    });
  };
  const key = create.data?.key;
  const { close, once } = useShownOnce(key !== undefined, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={texts.settings.keyNew}
      closeOnClickOutside={key === undefined}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {key === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={settings.keyName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={100}
              required
              data-autofocus
            />
            <div>
              <Text size="sm" fw={550} mb={6}>
                {settings.keyScopes}
              </Text>
              <Chip.Group multiple value={chosen} onChange={setChosen}>
                <Group gap="xs">
                  {all.map((scope) => (
                    <Chip key={scope} value={scope} size="sm">
                      {scopes[scope]}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </div>
            {hasRate && (
              <Select
                label={operator.rate}
                data={[
                  { value: 'plan', label: operator.ratePlan },
                  { value: 'own', label: operator.rateOwn },
                  { value: 'none', label: operator.rateNone },
                ]}
                value={rate}
                onChange={(value) => setRate(value ?? 'plan')}
                allowDeselect={false}
              />
            )}
            {rate === 'own' && (
              <NumberField
                label={operator.ratePerSecond}
                value={perSecond}
                onChange={setPerSecond}
                {...rateRange}
                required
              />
            )}
            {create.error && <ErrorNote error={create.error} />}
            <DialogButtons onClose={onClose}>
              <Button
                type="submit"
                loading={create.isPending}
                disabled={chosen.length === 0 || name.trim() === ''}
              >
                {settings.keyCreate}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      ) : (
        <ShownOnce value={key} warning={settings.keyOnce} {...once} />
      )}
    </Modal>
  );
}

/**
 * Asks before a dialog with an uncopied secret is closed.
 * @param isShown a secret is shown
 */
export function useShownOnce(isShown: boolean, onClose: () => void) {
  const [isCopied, setCopied] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => {
    if (isShown && !isCopied) setLeaving(true);
    else onClose();
  };
  const copied = (): void => {
    setCopied(true);
    setLeaving(false);
  };
  return {
    close,
    once: { isLeaving, onCopy: copied, onStay: () => setLeaving(false), onClose: close, onLose: onClose },
  };
}

export type Once = ReturnType<typeof useShownOnce>['once'];

interface ShownOnceProps extends Once {
  value: string;
  warning: string;
}

/** A secret that is shown only once. */
export function ShownOnce({ value, warning, isLeaving, onCopy, onStay, onClose, onLose }: ShownOnceProps) {
  const texts = useTexts();
  const { settings } = useKeyTexts();
  return (
    <Stack>
      <Alert color="yellow">{warning}</Alert>
      <Code block onCopy={onCopy}>
        {value}
      </Code>
      {isLeaving && (
        <Alert color="red" role="alert" title={settings.notCopied}>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={onStay}>
              {settings.notCopiedStay}
            </Button>
            <Button size="xs" color="red.9" onClick={onLose}>
              {settings.notCopiedClose}
            </Button>
          </Group>
        </Alert>
      )}
      <Group justify="flex-end">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={() => {
                copy();
                onCopy();
              }}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  );
}
