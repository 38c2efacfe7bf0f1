import { CarillonError } from '@carillon/sdk';
import {
  Alert,
  Anchor,
  Box,
  Button,
  CopyButton,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconAlertCircle, IconArrowLeft, IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { type Texts, useTexts } from '../texts';
import { fieldName } from '../texts/fields';

interface PageHeadProps {
  title: string;
  /** Content before the title, such as a back link. */
  above?: ReactNode;
  beside?: ReactNode;
  /** A line under the title. Its length doesn't move the buttons. */
  below?: ReactNode;
  children?: ReactNode;
}

/** The head of a page, with its actions on the right. */
export function PageHead({ title, above, beside, below, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Carillon`;
  }, [title]);
  return (
    <Stack gap={4} mb="lg">
      {above}
      <Group justify="space-between" align="center" gap="sm">
        {/* A long title takes several lines before it moves the buttons below it. */}
        <Group gap="sm" wrap="nowrap" miw={0} flex="1 1 18rem">
          <Title order={1} lineClamp={2}>
            {title}
          </Title>
          {beside !== undefined && <Box flex="none">{beside}</Box>}
        </Group>
        <Group gap="xs">{children}</Group>
      </Group>
      {below}
    </Stack>
  );
}

/** Links to the page that lists this object. */
export function WayBack({
  to,
  children,
}: {
  to:
    | '/campaigns'
    | '/templates/layouts'
    | '/people'
    | '/people/segments'
    | '/people/topics'
    | '/people/sign-up-forms'
    | '/operator';
  children: ReactNode;
}) {
  return (
    <Anchor component={Link} to={to} size="sm" className="not-printed">
      <Group gap={4}>
        <IconArrowLeft size={14} aria-hidden />
        {children}
      </Group>
    </Anchor>
  );
}

interface ListingProps {
  /** Below this width, the table scrolls horizontally (px). */
  minWidth: number;
  heads: readonly string[];
  /** Whether there is less space between the columns, because there are many. */
  isDense?: boolean;
  children: ReactNode;
}

/** A table of similar rows. */
export function Listing({ minWidth, heads, isDense = false, children }: ListingProps) {
  return (
    // Focusable, for scrolling with the keyboard.
    <Table.ScrollContainer minWidth={minWidth} w="100%" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table {...(isDense && { horizontalSpacing: 8 })}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A table of similar rows in a pane of its own. */
export function ListingPane(props: ListingProps) {
  return (
    <Paper className="pane" p={0}>
      <Listing {...props} />
    </Paper>
  );
}

/** An error as text, with the request ID for support. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const texts = useTexts();
  const { message, fields, requestId } = describe(error, texts);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={message} role="alert">
      <Stack gap="xs" align="flex-start">
        {fields.map((line) => (
          <Text size="sm" key={line}>
            {line}
          </Text>
        ))}
        <Group gap="xs">
          {retry && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={retry}
              leftSection={<IconRefresh size={14} />}
            >
              {texts.retry}
            </Button>
          )}
          {requestId !== null && (
            <CopyButton value={requestId}>
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={copy}
                  h="auto"
                  styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
                  title={texts.errors.copyId}
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                >
                  {copied ? texts.copied : `${texts.errors.requestId} ${requestId}`}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

interface Described {
  message: string;
  fields: string[];
  requestId: string | null;
}

/** Formats an error in the reader's language. */
export function describe(error: unknown, texts: Texts): Described {
  const { errors } = texts;
  if (!(error instanceof CarillonError)) return { message: String(error), fields: [], requestId: null };
  const { code, requestId } = error;
  const own = { unreachable: '', no_answer: '', broken_answer: '', unexpected_answer: '' };
  const message = code in own ? errors[code as keyof typeof own] : (errors.codes[code] ?? error.message);
  const fields = error.fields.map(({ field, code: wrong, detail }) => {
    const name = field === '' ? errors.input : fieldName(field, texts);
    const problem = errors.fields[wrong];
    if (problem === undefined) return `${name}: ${detail}`;
    // The detail has the line and the column.
    return wrong === 'invalid_template' ? `${name} ${problem}. ${detail}` : `${name} ${problem}`;
  });
  // Several errors in the same text have the same description.
  return { message, fields: [...new Set(fields)], requestId };
}

/** An empty state: explains the content of the page and the first step. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Paper className="pane" py={56} px="lg">
      <Stack align="center" gap="sm" ta="center">
        <Text c="bell" aria-hidden>
          {icon}
        </Text>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" maw={520}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}

/** Placeholder lines while content is loading. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-busy="true" aria-live="polite">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={44} radius="md" />
      ))}
    </Stack>
  );
}

export function NotFound() {
  const texts = useTexts();
  return (
    <>
      <PageHead title={texts.errors.notFound} />
      <Stack align="flex-start">
        <Text c="dimmed">{texts.errors.notFoundText}</Text>
        <Button component={Link} to="/" variant="default" leftSection={<IconArrowLeft size={16} />}>
          {texts.errors.toStart}
        </Button>
      </Stack>
    </>
  );
}

/** Replaces a page that could not be shown or loaded. */
export function Failed({ error }: { error: unknown }) {
  return <ErrorNote error={error} retry={() => location.reload()} />;
}
