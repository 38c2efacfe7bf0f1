import { ActionIcon, Button, Group, Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormat } from '../../../texts';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { useIsPhone } from '../../../ui/phone';
import { MailPreview } from '../../content';
import { useLinks, useSentEmail } from '../api/report';
import { type MappedLink, badgesOf, linkMapOf } from '../link-map';
import { useReportTexts } from '../texts';

/** The number of links that are listed at first. */
const SHOWN = 50;

/**
 * The email with the clicks of each link, and the same as a list, for keyboards and screen readers.
 * @param total the clicks of all links; when this number changes, the links are read again
 */
export function LinkMap({ campaignId, total }: { campaignId: string; total: number }) {
  const { engagement } = useReportTexts();
  const texts = useReportTexts().map;
  const links = useLinks(campaignId, total);
  const email = useSentEmail(campaignId);
  /** The address of the outlined links. */
  const [outlined, setOutlined] = useState<string | null>(null);
  /** The addresses of the links in the email. Null: the frame doesn't show the email yet. */
  const [addresses, setAddresses] = useState<readonly string[] | null>(null);
  const html = email.data?.html ?? null;
  const mapped = useMemo(() => linkMapOf(links.data ?? [], addresses ?? []), [links.data, addresses]);
  if (links.isLoadingError) return <ErrorNote error={links.error} retry={() => void links.refetch()} />;
  if (!links.data) return <Loading lines={3} />;
  if (mapped.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {engagement.noLinks}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Title order={3}>{texts.title}</Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <div>
          {html !== null ? (
            <MarkedEmail
              html={html}
              addresses={addresses ?? []}
              links={mapped}
              outlined={outlined}
              onLinks={setAddresses}
            />
          ) : email.isPending ? (
            <Loading lines={6} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.noEmail}
            </Text>
          )}
        </div>
        <LinkList
          links={mapped}
          isEmailShown={addresses !== null}
          outlined={outlined}
          onOutline={(url) => setOutlined(url === outlined ? null : url)}
        />
      </SimpleGrid>
    </Stack>
  );
}

interface MarkedEmailProps {
  html: string;
  addresses: readonly string[];
  links: readonly MappedLink[];
  outlined: string | null;
  onLinks: (addresses: readonly string[]) => void;
}

function MarkedEmail({ html, addresses, links, outlined, onLinks }: MarkedEmailProps) {
  const texts = useReportTexts().map;
  const { number, share } = useFormat();
  const isPhone = useIsPhone();
  const badges = useMemo(
    () => ({
      marks: badgesOf(links, addresses, ({ clicks, share: part, places }) => {
        const repeated = places.length > 1 ? ` ×${places.length}` : '';
        return `${number(clicks.total)}${clicks.total > 0 ? ` · ${share(part ?? 0, 1)}` : ''}${repeated}`;
      }),
      outlined: links.find(({ url }) => url === outlined)?.places ?? [],
    }),
    [links, addresses, outlined, number, share],
  );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <div>
        <MailPreview html={html} title={texts.email} isNarrow={isPhone} badges={badges} onLinks={onLinks} />
      </div>
    </Stack>
  );
}

interface LinkListProps {
  links: readonly MappedLink[];
  isEmailShown: boolean;
  outlined: string | null;
  onOutline: (url: string) => void;
}

function LinkList({ links, isEmailShown, outlined, onOutline }: LinkListProps) {
  const texts = useReportTexts().map;
  const { engagement: all } = useReportTexts();
  const { number, share } = useFormat();
  const [most, setMost] = useState(SHOWN);
  return (
    <Stack gap="sm">
      <Listing minWidth={560} heads={[all.link, all.visits, texts.share, all.people, all.byMachine]}>
        {links.slice(0, most).map((link) => {
          const { url, counted, clicks, places } = link;
          return (
            <Table.Tr key={url}>
              <Table.Td miw={180} style={{ overflowWrap: 'anywhere' }}>
                <Group gap={4} wrap="nowrap" align="flex-start">
                  <div style={{ flex: 1 }}>
                    <Text size="sm">{url}</Text>
                    <LinkNote link={link} isEmailShown={isEmailShown} />
                  </div>
                  {isEmailShown && places.length > 0 && (
                    <ActionIcon
                      variant={outlined === url ? 'filled' : 'subtle'}
                      size="sm"
                      aria-label={texts.show(url)}
                      aria-pressed={outlined === url}
                      onClick={() => onOutline(url)}
                    >
                      <IconFocusCentered size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </Group>
              </Table.Td>
              <Table.Td className="numbers">{counted ? number(clicks.total) : '–'}</Table.Td>
              <Table.Td className="numbers" miw={84}>
                {link.share === null ? (
                  '–'
                ) : (
                  <>
                    <span>{clicks.total === 0 ? texts.nobody : share(link.share, 1)}</span>
                    <Progress value={link.share * 100} size="xs" aria-hidden />
                  </>
                )}
              </Table.Td>
              {[clicks.unique, clicks.machine].map((count, column) => (
                <Table.Td key={column} className="numbers">
                  {counted && count !== null ? number(count) : '–'}
                </Table.Td>
              ))}
            </Table.Tr>
          );
        })}
      </Listing>
      {links.length > most && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setMost(links.length)}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.all(number(links.length))}
        </Button>
      )}
    </Stack>
  );
}

/** What the numbers of a link don't tell. */
function LinkNote({ link: { counted, places }, isEmailShown }: { link: MappedLink; isEmailShown: boolean }) {
  const texts = useReportTexts().map;
  const {
    engagement: { notCounted },
  } = useReportTexts();
  const note = !counted
    ? notCounted
    : places.length > 1
      ? texts.several(places.length)
      : isEmailShown && places.length === 0
        ? texts.notShown
        : null;
  return (
    note !== null && (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    )
  );
}
