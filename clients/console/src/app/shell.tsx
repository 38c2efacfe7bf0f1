import type { Schemas } from '@carillon/sdk';
import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  Modal,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBellRinging,
  IconCalendarMonth,
  IconCalendarTime,
  IconCoins,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLayoutDashboard,
  IconLogout,
  IconMoon,
  IconPhoto,
  IconPlugConnected,
  IconSelector,
  IconSend,
  IconSettings,
  IconSun,
  IconTemplate,
  IconSwitchHorizontal,
  IconUserCircle,
  IconUserOff,
  IconUsers,
  IconWorldCheck,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Credentials, SignIn } from './sign-in';
import { useAnySession, useIsSignedIn, useProfile, useSession } from './session/session';
import { type Language, languages, timeZone, useLanguage, useTexts } from '../texts';
import { Bell } from '../features/notifications';
import { SearchButton, SearchIcon, usePalette } from '../features/search';
import { useAction } from '../ui/action';
import { Connection } from './connection-banner';
import { Loading, NotFound } from '../ui/page';

const pages = [
  { to: '/', name: 'dashboard', icon: IconLayoutDashboard },
  { to: '/campaigns', name: 'campaigns', icon: IconSend },
  { to: '/campaigns/scheduled', name: 'scheduled', icon: IconCalendarTime },
  { to: '/campaigns/calendar', name: 'calendar', icon: IconCalendarMonth },
  { to: '/people', name: 'people', icon: IconUsers },
  { to: '/templates', name: 'templates', icon: IconTemplate },
  { to: '/media', name: 'media', icon: IconPhoto },
  { to: '/settings', name: 'settings', icon: IconSettings },
] as const;

const operatorPages = [
  { to: '/operator', name: 'users', icon: IconUsers },
  { to: '/operator/health', name: 'health', icon: IconHeartbeat },
  { to: '/operator/domains', name: 'domains', icon: IconWorldCheck },
  { to: '/operator/provider-accounts', name: 'providerAccounts', icon: IconPlugConnected },
  { to: '/operator/prices', name: 'prices', icon: IconCoins },
  { to: '/operator/erasures', name: 'erasures', icon: IconUserOff },
  { to: '/operator/audit', name: 'audit', icon: IconHistory },
  { to: '/operator/keys', name: 'keys', icon: IconKey },
] as const;

/** The frame of every page: the navigation, or the sign-in. */
export function Shell() {
  return useIsSignedIn() ? <Signed /> : <SignIn />;
}

/** When another person signs in, all pages of the previous one are unmounted. */
function Signed() {
  const { principal, isEnded } = useAnySession();
  return (
    <>
      <Frame key={principal} />
      {isEnded && <SignInAgain />}
    </>
  );
}

/** A dialog over the page, which keeps the typed text. */
function SignInAgain() {
  const texts = useTexts();
  const { person } = useAnySession();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.connection.endedTitle}
      zIndex={400}
    >
      <Stack>
        <Text size="sm">{texts.connection.endedText}</Text>
        <Credentials byKey={person === null} />
      </Stack>
    </Modal>
  );
}

function Frame() {
  const texts = useTexts();
  const { pathname } = useLocation();
  const [isOpen, menu] = useDisclosure(false);
  const search = usePalette();
  const isOperator = useAnySession().account === null;
  const shown = isOperator ? operatorPages : pages;
  const names = { ...texts.nav, ...texts.operator.nav };
  // The shown page. The URL may already name the next page.
  const isOperatorPage = useMatches().some(({ fullPath }) => fullPath.startsWith('/operator'));
  // The entry with the longest matching path.
  const here = shown.findLast(({ to }) => (to === '/' ? pathname === to : pathname.startsWith(to)));
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#content">
        {texts.skipToContent}
      </a>
      <AppShell.Header hiddenFrom="sm" className="app-nav">
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Group gap="xs">
            {search.open && <SearchIcon onOpen={search.open} />}
            <Bell />
            <Burger opened={isOpen} onClick={menu.toggle} size="sm" aria-label={texts.menu} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="app-nav" p="sm" aria-label={texts.nav.label}>
        <Group px="sm" py="sm" justify="space-between" visibleFrom="sm">
          <Brand />
          <Bell />
        </Group>
        {search.open && (
          <Box visibleFrom="sm">
            <SearchButton onOpen={search.open} />
          </Box>
        )}
        <Stack gap={4} flex={1}>
          {shown.map(({ to, name, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              activeOptions={{ exact: to === '/operator' || to === '/campaigns' || to === '/' }}
              label={names[name]}
              active={to === here?.to}
              aria-current={to === here?.to ? 'page' : undefined}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              onClick={menu.close}
              fw={to === here?.to ? 600 : 500}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          ))}
        </Stack>
        <AccountMenu onLeave={menu.close} />
        <Text size="xs" c="dimmed" px="sm">
          {texts.zone(timeZone)}
        </Text>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Box maw={1180} mx="auto">
          <Connection />
          {isOperator === isOperatorPage ? <Outlet /> : isOperator ? <ToOperator /> : <NotFound />}
        </Box>
      </AppShell.Main>
      {search.palette}
    </AppShell>
  );
}

/**
 * Redirects an operator from account pages to operator pages. It redirects only once, because the page takes time to
 * load.
 */
function ToOperator() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/operator', replace: true });
  }, [navigate]);
  return <Loading />;
}

function Brand() {
  return (
    <Group gap={8}>
      <Text c="bell" lh={0} aria-hidden>
        <IconBellRinging size={22} />
      </Text>
      <Text fw={700} size="lg">
        Carillon
      </Text>
    </Group>
  );
}

function AccountMenu({ onLeave }: { onLeave: () => void }) {
  const texts = useTexts();
  const { account, signOut } = useAnySession();
  const profile = useProfile();
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Menu position="top-start" width={232}>
        <Menu.Target>
          <UnstyledButton p="sm" miw={0} flex={1}>
            <Group gap={6} wrap="nowrap" justify="space-between">
              <div style={{ minWidth: 0 }}>
                <VisuallyHidden>{`${texts.nav.account}: `}</VisuallyHidden>
                <Text size="sm" fw={550} truncate>
                  {account?.name ?? texts.operator.name}
                </Text>
                {profile && (
                  <Text size="xs" c="dimmed" truncate>
                    {profile.name}
                  </Text>
                )}
              </div>
              <IconSelector size={15} aria-hidden />
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {profile && (
            <>
              <Menu.Item
                leftSection={<IconUserCircle size={16} />}
                renderRoot={(props) => <Link to="/profile" onClick={onLeave} {...props} />}
              >
                {texts.identity.profile}
              </Menu.Item>
              <Menu.Divider />
              <Accounts profile={profile} />
            </>
          )}
          <Languages />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
            {texts.nav.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SchemeButton />
    </Group>
  );
}

/** Links to the person's other accounts. */
function Accounts({ profile }: { profile: Schemas['Profile'] }) {
  const texts = useTexts();
  const { account, enter } = useSession();
  const navigate = useNavigate();
  const go = useAction({ action: enter, done: () => void navigate({ to: '/' }) });
  const others = profile.accounts.filter(({ user }) => user !== account._id);
  if (others.length === 0) return null;
  return (
    <>
      <Menu.Label>{texts.identity.otherAccounts}</Menu.Label>
      {others.map(({ user, name }) => (
        <Menu.Item
          key={user}
          leftSection={<IconSwitchHorizontal size={16} />}
          onClick={() => go.mutate(user)}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}

function Languages() {
  const { texts, language, choose } = useLanguage();
  return (
    <>
      <Menu.Label>{texts.nav.language}</Menu.Label>
      {Object.entries(languages).map(([each, name]) => (
        <Menu.Item
          key={each}
          leftSection={<IconLanguage size={16} />}
          fw={each === language ? 650 : 400}
          onClick={() => void choose(each as Language)}
          lang={each}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}

function SchemeButton() {
  const texts = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={texts.nav.theme}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}
