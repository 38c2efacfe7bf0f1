import { type CSSVariablesResolver, type MantineColorsTuple, createTheme } from '@mantine/core';

/** A calm blue; shade 6 has a contrast of 6.9:1 on white. */
const bell: MantineColorsTuple = [
  '#eef4fb',
  '#dde8f3',
  '#b9d0e8',
  '#91b6dc',
  '#6fa0d2',
  '#4a82b9',
  '#2a5b8c',
  '#234e79',
  '#1c4167',
  '#143354',
];

export const theme = createTheme({
  primaryColor: 'bell',
  primaryShade: 6,
  autoContrast: true,
  colors: { bell },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    // Content that is wider than a phone is cut or wraps, without horizontal scrolling.
    Alert: { styles: { body: { minWidth: 0 } } },
    Button: { defaultProps: { size: 'sm', maw: '100%' } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
    Paper: { defaultProps: { withBorder: true, p: 'lg' } },
    Modal: { defaultProps: { centered: true, padding: 'lg', overlayProps: { backgroundOpacity: 0.4 } } },
    Drawer: { defaultProps: { padding: 'lg' } },
    // Their content is a Paper, whose padding would be added to that of their parts.
    ModalContent: { defaultProps: { p: 0 } },
    DrawerContent: { defaultProps: { p: 0 } },
    // The placeholder is a child of the menu that isn't a menu item, which screen readers don't expect.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

/** The contrast of dimmed text is 5.9:1 on the light background, and 6.7:1 on the dark one. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#5a6270', '--mantine-color-placeholder': '#646d7c' },
  dark: { '--mantine-color-dimmed': '#a3abb8', '--mantine-color-placeholder': '#a3abb8' },
});
