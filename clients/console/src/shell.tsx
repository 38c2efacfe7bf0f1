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
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBellRinging,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSend,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Connection } from './ui/connection';
import { SignIn } from './sign-in';
import { useIsSignedIn, useSession } from './session';
import { type Language, languages, useLanguage, useTexts } from './texts';

const places = [
  { to: '/campaigns', name: 'campaigns', icon: IconSend },
  { to: '/people', name: 'people', icon: IconUsers },
  { to: '/settings', name: 'settings', icon: IconSettings },
] as const;

/** What surrounds every page: the way around, or the way in. */
export function Shell() {
  return useIsSignedIn() ? <Signed /> : <SignIn />;
}

/** Nothing of one person's page is left to another one who signs in over it. */
function Signed() {
  const { who, account, isEnded } = useSession();
  return (
    <>
      <Frame key={`${account._id} ${who}`} />
      {isEnded && <SignInAgain />}
      <Connection />
    </>
  );
}

/** Over the page, which keeps all that was typed. */
function SignInAgain() {
  const texts = useTexts();
  const { isByKey } = useSession();
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
        <SignIn isOver byKey={isByKey} />
      </Stack>
    </Modal>
  );
}

function Frame() {
  const texts = useTexts();
  const { pathname } = useLocation();
  const [isOpen, menu] = useDisclosure(false);
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
          <Burger opened={isOpen} onClick={menu.toggle} size="sm" aria-label={texts.menu} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="app-nav" p="sm" aria-label={texts.nav.label}>
        <Box px="sm" py="md" visibleFrom="sm">
          <Brand />
        </Box>
        <Stack gap={4} flex={1}>
          {places.map(({ to, name, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={texts.nav[name]}
              active={pathname.startsWith(to)}
              aria-current={pathname.startsWith(to) ? 'page' : undefined}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              onClick={menu.close}
              fw={550}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          ))}
        </Stack>
        <AccountMenu />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Box maw={1180} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
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

function AccountMenu() {
  const texts = useTexts();
  const { account, signOut } = useSession();
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Menu position="top-start" width={200}>
        <Menu.Target>
          <UnstyledButton p="sm" miw={0} flex={1} aria-label={`${texts.nav.account}: ${account.name}`}>
            <Group gap={6} wrap="nowrap" justify="space-between">
              <Text size="sm" fw={550} truncate>
                {account.name}
              </Text>
              <IconSelector size={15} aria-hidden />
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
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

export function SchemeButton() {
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
